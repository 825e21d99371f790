"""What a confined life costs, against the bare fork of a process that has torch loaded.

Prints, all measured in one run: a bare fork that ends at once; then for each level of this machine an empty confined
life (forked, confined, READY, ended) and the whole lab graded, with one seed for all as in a class and with a new seed
each time. For each the milliseconds of wall time and of processor time, how many times the bare fork that is, and how
many a second one core can do. To reach: the whole lab at most 3 times the bare fork.

How it measures. Lives run one after the other, `ROUNDS` of each kind after a few that warm up. Wall is the median of
the rounds, and the bare fork's is taken again around each level, since a machine's speed wanders. Processor time is the
mean over the rounds of everything that took part: this process (the judge) by getrusage; the fork server and every
worker that it has waited for by /proc/PID/stat, for each process below this one. The kernel's clock of that counts
hundredths of a second, which is why it is read around all rounds at once. A second of one core does
1000 / (processor milliseconds) submissions, if other cores are as busy.
"""

import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch

from grader.assignment import load_assignment
from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import LEVELS, missing
from grader.submission.reading import read_submission

ROUNDS = 60
WARM_UP = 5
LAB = Path(__file__).parent.parent / "assignments" / "attention"


class Cost(NamedTuple):
    """Milliseconds for one round: the median of the wall time, the mean of the processor time."""

    wall: float
    judge: float
    workers: float

    @property
    def processor(self) -> float:
        return self.judge + self.workers


def family(pid: int) -> list[int]:
    """Return all processes below `pid`."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [member for child in map(int, children) for member in (child, *family(child))]


def seconds_of_family() -> float:
    """Return the processor time of all processes below this one, and of those that any of these has waited for."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = 0
    for pid in family(os.getpid()):
        ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


def measure(action: Callable[[], object], rounds: int = ROUNDS) -> Cost:
    for _ in range(WARM_UP):
        action()
    times = []
    judge, others = time.process_time(), seconds_of_family()
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    judge, others = time.process_time() - judge, seconds_of_family() - others
    return Cost(1000 * statistics.median(times), 1000 * judge / rounds, 1000 * others / rounds)


def bare_fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def main(levels: list[str]) -> None:
    torch.set_num_threads(1)
    torch.softmax(torch.eye(3) @ torch.eye(3), dim=-1)
    assignment = load_assignment(LAB)
    source = read_submission(LAB / "examples" / "accepted" / "matmul.py", entry="attention.py", notebook="defs")
    print(f"{'':10} {'':20} {'wall':>8} {'ratio':>7}  {'processor':>9} {'ratio':>7}  {'judge':>6} {'a second and core':>18}")
    for level in LEVELS:
        if missing(level) or (levels and level not in levels):
            print(f"{level}: {missing(level) or 'not asked'}")
            continue
        with ForkLauncher(level) as launcher:

            def empty(launcher: ForkLauncher = launcher) -> None:
                life = launcher.start()
                life.receive(60)
                life.end()

            def graded(launcher: ForkLauncher = launcher, seed: int | None = None) -> None:
                report = grade(source, assignment, launcher, seed=seed)
                assert report.score == report.max_score

            before = measure(bare_fork)
            rows = {
                "empty life": measure(empty),
                "whole lab, one seed": measure(lambda: graded(seed=1)),
                "whole lab, new seeds": measure(graded),
            }
            after = measure(bare_fork)
        floor = Cost(*((one + other) / 2 for one, other in zip(before, after, strict=True)))
        for what, cost in {"bare fork": floor, **rows}.items():
            print(
                f"{level:10} {what:20} {cost.wall:5.1f} ms {cost.wall / floor.wall:7.2f}  "
                f"{cost.processor:6.1f} ms {cost.processor / floor.processor:7.2f}  {cost.judge:6.1f} "
                f"{1000 / cost.processor:18.0f}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
