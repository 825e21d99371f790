"""What a confined life costs, against the bare fork of a process that has torch loaded.

Prints milliseconds for each life, one after the other on one core, and their ratio to the bare fork, all measured in
one run: a bare fork that ends at once, an empty confined life (forked, confined, READY, ended), and the whole lab
graded in one, for each level of this machine. To reach: the whole lab at most 3 times the bare fork.
"""

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch

from grader.assignment import load_assignment
from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import LEVELS, missing
from grader.submission.reading import read_submission

ROUNDS = 60
LAB = Path(__file__).parent.parent / "assignments" / "attention"


def milliseconds(action: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def bare_fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def main() -> None:
    torch.set_num_threads(1)
    torch.softmax(torch.eye(3) @ torch.eye(3), dim=-1)
    floor = milliseconds(bare_fork)
    print(f"bare fork of a torch-loaded interpreter  {floor:6.1f} ms")
    assignment = load_assignment(LAB)
    source = read_submission(LAB / "examples" / "accepted" / "matmul.py", entry="attention.py", notebook="defs")
    for level in LEVELS:
        if missing(level):
            print(f"{level}: {missing(level)}")
            continue
        with ForkLauncher(level) as launcher:
            launcher.start().end()

            def empty(launcher: ForkLauncher = launcher) -> None:
                life = launcher.start()
                life.receive(60)
                life.end()

            def graded(launcher: ForkLauncher = launcher) -> None:
                grade(source, assignment, launcher)

            for what, action in (("empty life", empty), ("whole lab", graded)):
                took = milliseconds(action)
                print(f"{level:10} {what:10}  {took:6.1f} ms   ratio {took / floor:5.2f}")


if __name__ == "__main__":
    main()
