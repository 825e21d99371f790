"""How long does one grading take from a cold start, against importing torch alone?

Runs `python -c "import torch"` and `grade matmul.py` in turn, on this machine, and prints the medians and their
ratio (to stay at or below 1.3).
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 7
EXAMPLE = Path(__file__).parent.parent / "assignments" / "attention" / "examples" / "accepted" / "matmul.py"
IMPORT = [sys.executable, "-c", "import torch"]
GRADE = [sys.executable, "-m", "grader", str(EXAMPLE), "--fail-under", "100"]


def seconds(argv: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    for argv in (IMPORT, GRADE):
        seconds(argv)  # once for the disk cache
    pairs = [(seconds(IMPORT), seconds(GRADE)) for _ in range(ROUNDS)]
    imports, grades = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"import torch       {imports:.2f} s   (median of {ROUNDS})")
    print(f"grade, cold        {grades:.2f} s")
    print(f"ratio              {grades / imports:.2f}   (to reach: at most 1.3)")


if __name__ == "__main__":
    main()
