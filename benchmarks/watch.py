"""How long after a save does `grade --watch` show its report, and what does it cost when nothing is saved?

Saves a small change of an accepted submission by renaming, again and again, and times from there to the last byte of
the report. Beside it, in turn, a whole `grade` of the same file from a cold start. Then the processor time of the
watch and of its fork server over ten seconds without a save.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 10
IDLE_SECONDS = 10
EXAMPLE = Path(__file__).parent.parent / "assignments" / "attention" / "examples" / "accepted" / "matmul.py"
GRADE = [sys.executable, "-m", "grader"]
LAST = b" s\n"  # how the last line of a report ends: " · 0.2 s"


def report(watch: subprocess.Popen[bytes]) -> None:
    assert watch.stdout is not None
    while not (watch.stdout.readline() or LAST).endswith(LAST):
        pass


def save(path: Path, turn: int) -> None:
    draft = path.with_suffix(".draft")
    draft.write_text(f"{EXAMPLE.read_text()}# {turn}\n")
    draft.replace(path)


def processor_seconds(pids: list[int]) -> float:
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")


def grade(path: Path) -> float:
    began = time.perf_counter()
    subprocess.run([*GRADE, str(path)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "attention.py")
        shutil.copy(EXAMPLE, path)
        with subprocess.Popen([*GRADE, "--watch", str(path)], stdout=subprocess.PIPE) as watch:
            report(watch)
            pairs = []
            for turn in range(ROUNDS):
                time.sleep(0.2 + 0.01 * turn)  # a save may come at any time between two looks
                began = time.perf_counter()
                save(path, turn)
                report(watch)
                pairs.append((time.perf_counter() - began, grade(path)))
            children = Path(f"/proc/{watch.pid}/task/{watch.pid}/children").read_text().split()
            everyone = [watch.pid, *map(int, children)]
            before = processor_seconds(everyone)
            time.sleep(IDLE_SECONDS)
            idle = processor_seconds(everyone) - before
            watch.terminate()
    shown, cold = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"save to report     {shown:.2f} s   (median of {ROUNDS}, worst {max(p[0] for p in pairs):.2f} s)")
    print(f"grade, cold        {cold:.2f} s")
    print(f"ratio              {shown / cold:.2f}")
    print(f"idle               {100 * idle / IDLE_SECONDS:.2f} % of a core over {IDLE_SECONDS} s")


if __name__ == "__main__":
    main()
