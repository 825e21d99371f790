"""Classes to grade, and `grade batch` as a process on them."""

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from grader.batch.gradescsv import rows_of
from tests.conftest import ATTENTION, ROOT

EXAMPLES = ATTENTION / "examples"
PATIENCE = 300  # seconds until a batch that hangs is ended
SLEEPS = "import time\n\ndef softmax(*given):\n    time.sleep(10_000)\n\nattention_scores = attention = self_attention = softmax\n"
#: Quick ones, right and wrong, as a class hands them in.
STYLES = [
    "accepted/matmul",
    "accepted/numpy_throughout",
    "wrong/scale_missing",
    "accepted/einsum",
    "wrong/returns_nothing",
]


def text_of(style, mark=""):
    return (EXAMPLES / f"{style}.py").read_text() + (f"\n# {mark}\n" if mark else "")


def class_of(folder, count, odd=True):
    """Fill a folder with submissions: `count` of them, all right, or with a few wrong, equal, rejected and empty if `odd`."""
    folder.mkdir()
    for number in range(count):
        kind = number % 10 if odd else 0
        path = folder / f"s{number:03}.py"
        if kind == 7:
            path.write_text(text_of(STYLES[0]))  # as others do
        elif kind == 8:
            path.write_text("")
        elif kind == 9:
            path.with_suffix("").mkdir()
        else:
            path.write_text(text_of(STYLES[number % (len(STYLES) if odd else 2)], mark=str(number)))
    return folder


def limited(folder):
    """Make a copy of the lab with limits that a test can wait for."""
    shutil.copytree(ATTENTION, folder, ignore=shutil.ignore_patterns("examples"))
    manifest = folder / "assignment.toml"
    text = manifest.read_text().replace("call_seconds = 10", "call_seconds = 5")
    manifest.write_text(text.replace("total_seconds = 120", "total_seconds = 10"))
    return folder


def batch(*words):
    """Run `grade batch` to its end."""
    return subprocess.run(argv(*words), capture_output=True, text=True, timeout=PATIENCE, env=environment())


def begun(*words):
    """Start `grade batch`."""
    return subprocess.Popen(argv(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())


def argv(*words):
    return [sys.executable, "-P", "-m", "grader", "batch", *map(str, words)]


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADER_")}
    return {**kept, "PYTHONPATH": str(ROOT)}


def table(out):
    return {row.key: row for row in rows_of((out / "grades.csv").read_text())}


def settled(out):
    """All that a batch says, but for timings: it has to be the same however the batch came to its end."""
    rows = [row.model_copy(update={"seconds": 0.0}) for row in rows_of((out / "grades.csv").read_text())]
    reports = {path.name: _without_timings(json.loads(path.read_text())) for path in (out / "reports").iterdir()}
    pages = sorted(path.name for path in (out / "feedback").iterdir())
    return rows, reports, pages, (out / "roster.json").read_text()


def _without_timings(report):
    del report["timings"]
    return report


@contextlib.contextmanager
def room_for(size):
    """Let no file of this process grow beyond `size` bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def lines(out):
    """The number of whole lines in the journal."""
    return journal(out).count(b"\n")


def journal(out):
    """What the journal holds: nothing in a batch that was killed before it had one."""
    path = out / "journal.jsonl"
    return path.read_bytes() if path.exists() else b""


def wait_until(true, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def children(pid):
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def family(pid):
    return [member for child in children(pid) for member in (child, *family(child))]


def used(pid):
    """The processor time of a process, in ticks; None if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    except OSError:
        return None


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill(process):
    """End a batch as a power cut would, and wait until none of its processes is left."""
    members = family(process.pid)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    wait_until(lambda: not any(map(alive, members)), 60)
