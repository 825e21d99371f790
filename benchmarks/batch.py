"""How fast is a class graded, in how much memory, and how does that compare with plain ways to do it?

    python benchmarks/batch.py [COUNT ...]          default: 100

A class of COUNT submissions: of twenty, twelve are right, in all accepted styles in turn; seven are wrong, by all wrong
examples in turn; one is hostile or broken (none runs into a time-out). Each ends in a comment with its number, so that
no two are the same. For each COUNT it prints, measured in one run:

- submissions a second, from the start of the command to its end, loading torch included; and after the first came;
- the bare-fork floor: how often a process that has torch loaded can be forked and end at once, one such process on
  each core, for some seconds before and after; and how many times a fork a submission takes, by wall and by processor;
- the peak of resident memory of the parent, and of the largest job and fork server.

Then two plain ways on files of the largest class, each with six checks as a course would write them, and with no
isolation: pytest once for each (a sample, extrapolated), and one pytest session that imports all (the hostile ones are
left out, since they would end it).
"""

import contextlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from grader.sandbox.cores import stay_on_one_core

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "assignments" / "attention" / "examples"
ATTACKS = ROOT / "tests" / "hostile" / "attacks"
HOSTILE = (
    "A03_exit_before_answering", "A01_write_to_every_descriptor", "D02_empty_answers", "A12_send_a_pickle",
    "D03_nan_and_infinity", "B11_equal_to_everything",
)  # fmt: skip
BROKEN = ("def softmax(scores:\n", "import no_such_library\n", "raise SystemExit\n", "")
FLOOR_SECONDS = 3.0
SAMPLE = 8
CORES = len(os.sched_getaffinity(0))
PLAIN = """
import importlib.util, os, pathlib
import numpy as np, pytest, torch

FILES = sorted(pathlib.Path(os.environ["CLASS"]).glob(os.environ.get("ONE", "*.py")))

@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.stem)
def module(request):
    spec = importlib.util.spec_from_file_location("attention", request.param)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def drawn(*shape):
    return torch.tensor(np.random.default_rng(1).standard_normal(shape))

Q, K, V, X = drawn(5, 4), drawn(7, 4), drawn(7, 3), drawn(6, 4)
W = [drawn(4, 3), drawn(4, 3) + 1, drawn(4, 2)]

def near(got, want):
    assert np.allclose(np.asarray(got), np.asarray(want), atol=1e-5)

def test_shapes(module):
    output, weights = module.attention(Q, K, V)
    assert tuple(output.shape) == (5, 3) and tuple(weights.shape) == (5, 7)

def test_row_sums(module):
    near(module.attention(Q, K, V)[1].sum(-1), np.ones(5))

def test_softmax(module):
    near(module.softmax(Q), torch.softmax(Q, -1))

def test_overflow(module):
    assert np.isfinite(np.asarray(module.softmax(1e4 * Q))).all()

def test_scores(module):
    near(module.attention_scores(Q, K), Q @ K.T / 2)

def test_fused(module):
    near(module.attention(Q, K, V)[0], torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None])[0])
"""


def make_class(folder: Path, count: int) -> None:
    """Write the submissions."""
    right, wrong = (sorted((EXAMPLES / kind).glob("*.py")) for kind in ("accepted", "wrong"))
    odd = [*((ATTACKS / f"{name}.py").read_text() for name in HOSTILE), *BROKEN]
    taken = [0, 0, 0]
    for number in range(count):
        kind = 0 if number % 20 < 12 else 1 if number % 20 < 19 else 2
        turn, taken[kind] = taken[kind], taken[kind] + 1
        pool = (right, wrong, odd)[kind]
        chosen = pool[turn % len(pool)]
        text = chosen if isinstance(chosen, str) else chosen.read_text()
        name = f"s{number:05}.py" if kind < 2 else f"s{number:05}_odd.py"
        (folder / name).write_text(f"{text}\n# {number}\n" if text else "")


def forks(core: int, seconds: float) -> tuple[int, float]:
    """Fork a process that has torch loaded, again and again; return how often, and the processor time of one."""
    stay_on_one_core(core)
    import torch

    torch.set_num_threads(1)
    torch.softmax(torch.eye(3) @ torch.eye(3), dim=-1)
    count, began, used = 0, time.perf_counter(), processor()
    while time.perf_counter() - began < seconds:
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
        count += 1
    return count, (processor() - used) / count


def processor() -> float:
    """Return the processor time of this process and of all that it has waited for, in seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Floor(NamedTuple):
    a_second: float
    processor: float


def floor() -> Floor:
    """Measure bare forks on all cores at once."""
    with get_context("spawn").Pool(CORES) as pool:
        found = pool.starmap(forks, [(core, FLOOR_SECONDS) for core in range(CORES)], chunksize=1)
    return Floor(sum(count for count, _ in found) / FLOOR_SECONDS, statistics.mean(used for _, used in found))


class Watched:
    """The peaks of resident memory of a process, its children, and what these have started, in MB."""

    def __init__(self, pid: int, *kinds: str) -> None:
        self.pid, self.peaks = pid, dict.fromkeys(kinds, 0.0)

    def look(self) -> None:
        jobs = children(self.pid)
        below = [member for job in jobs for member in family(job)]
        for kind, pids in zip(self.peaks, ([self.pid], jobs, below), strict=True):
            self.peaks[kind] = max(self.peaks[kind], *map(peak, pids), 0.0)


def family(pid: int) -> list[int]:
    return [member for child in children(pid) for member in (child, *family(child))]


def children(pid: int) -> list[int]:
    """The children of all its threads."""
    found = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, thread.read_text().split())
    return found


def peak(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def graded(folder: Path, out: Path) -> dict[str, Any]:
    """Grade the class as a command, and watch it."""
    journal = out / "journal.jsonl"
    used, began, first = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter(), 0.0
    argv = [sys.executable, "-m", "grader", "batch", str(folder), "--out", str(out)]
    with subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        watched = Watched(process.pid, "parent", "job", "fork server or worker")
        while process.poll() is None:
            watched.look()
            if not first and journal.exists() and journal.stat().st_size:
                first = time.perf_counter()
            time.sleep(0.2 if first else 0.02)
    assert process.returncode == 0
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return {"took": took, "steady": time.perf_counter() - first, "processor": cpu, "peaks": watched.peaks}


def pytest_a_second(folder: Path, count: int) -> tuple[float, float]:
    """Return submissions a second of pytest once for each of a sample, and of one session for all."""
    test = folder.parent / "test_plain.py"
    test.write_text(PLAIN)
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist",
            "--rootdir", str(folder.parent), "-c", os.devnull, str(test)]  # fmt: skip

    def seconds(one: str) -> float:
        began = time.perf_counter()
        environment = {**os.environ, "CLASS": str(folder), "ONE": one}
        subprocess.run(argv, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - began

    tame = sorted(path.name for path in folder.glob("s?????.py"))
    each = statistics.mean(seconds(name) for name in tame[:: max(1, len(tame) // SAMPLE)][:SAMPLE])
    return CORES / each, min(len(tame), count) / seconds("s?????.py")


def main(counts: list[int]) -> None:
    with tempfile.TemporaryDirectory() as root:
        for count in counts:
            folder = Path(root, f"class{count}")
            folder.mkdir()
            make_class(folder, count)
            before = floor()
            its = graded(folder, Path(root, f"out{count}"))
            after = floor()
            forks_a_second = (before.a_second + after.a_second) / 2
            fork = (before.processor + after.processor) / 2
            rate, steady, used = count / its["took"], count / its["steady"], its["processor"] / count
            print(f"{count} submissions, {CORES} cores")
            print(f"  a second                {rate:8.1f}   ({steady:.1f} once the first was there)")
            print(f"  bare forks a second     {forks_a_second:8.1f}   on all cores")
            print(f"  times a bare fork       {forks_a_second / steady:8.1f}   (to reach: at most 3)")
            print(
                f"  processor time          {1000 * used:8.1f} ms, {used / fork:.1f} times a fork's {1000 * fork:.1f}"
            )
            print("  peak memory             " + ", ".join(f"{kind} {mb:.0f} MB" for kind, mb in its["peaks"].items()))
        each, session = pytest_a_second(folder, max(counts))
        print(f"plain ways, no isolation, six checks, on the class of {counts[-1]}:")
        print(f"  pytest once for each    {each:8.1f} a second   ({SAMPLE} files in turn, times {CORES} cores)")
        print(f"  one session for all     {session:8.1f} a second   (one core; nothing hostile in it)")
        print(f"  grade batch             {rate:8.1f} a second")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [100])
