"""What a confined life costs, against the bare fork of a process that has torch loaded.

Prints, all measured in one run: a bare fork that ends at once; then for each level of this machine an empty confined
life (forked, confined, READY, ended) and the whole lab graded, with one seed for all as in a class and with a new seed
each time. For each the milliseconds of wall time and of processor time, how many times the bare fork that is, and how
many a second one core can do. To reach: the whole lab at most 3 times the bare fork.

How it measures. All kinds take turns, `ROUNDS` times after a few that warm up, so that a machine whose speed wanders is
as slow for each; lives run one after the other, and all on one core, as each job of a batch is to. Wall is the median
of the rounds. Processor time is the mean over the rounds of everything that took part: this process (the judge) by its
clock; the fork servers and every worker that they have waited for by /proc/PID/stat, for each process below this one.
That clock counts hundredths of a second, and what it rounds off in one round it adds to a later one. A second of one
core does 1000 / (processor milliseconds) submissions.
"""

import contextlib
import os
import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch

from grader.assignment import load_assignment
from grader.judge.grading import grade
from grader.sandbox.cores import stay_on_one_core
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.levels import LEVELS, missing
from grader.submission.reading import read_submission

ROUNDS = 30
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
    while True:
        with contextlib.suppress(FileNotFoundError):  # one ended in this moment, and now counts for its parent
            ended = resource.getrusage(resource.RUSAGE_CHILDREN)
            stats = [Path(f"/proc/{pid}/stat").read_text() for pid in family(os.getpid())]
            ticks = sum(sum(map(int, stat.rpartition(")")[2].split()[11:15])) for stat in stats)
            return ended.ru_utime + ended.ru_stime + ticks / os.sysconf("SC_CLK_TCK")


def measure(actions: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, Cost]:
    costs: dict[str, list[Cost]] = {what: [] for what in actions}
    for _ in range(WARM_UP + rounds):
        for what, action in actions.items():
            wall, judge, others = time.perf_counter(), time.process_time(), seconds_of_family()
            action()
            took = time.perf_counter() - wall, time.process_time() - judge, seconds_of_family() - others
            costs[what].append(Cost(*(1000 * seconds for seconds in took)))
    return {what: _middle(each[WARM_UP:]) for what, each in costs.items()}


def _middle(costs: list[Cost]) -> Cost:
    walls, judges, workers = zip(*costs, strict=True)
    return Cost(statistics.median(walls), statistics.mean(judges), statistics.mean(workers))


def bare_fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def main(levels: list[str]) -> None:
    stay_on_one_core(1)
    torch.set_num_threads(1)
    torch.softmax(torch.eye(3) @ torch.eye(3), dim=-1)
    assignment = load_assignment(LAB)
    source = read_submission(LAB / "examples" / "accepted" / "matmul.py", entry="attention.py", notebook="defs")

    def empty(launcher: ForkLauncher) -> None:
        life = launcher.start()
        life.receive(60)
        life.end()

    def graded(launcher: ForkLauncher, seed: int | None) -> None:
        report = grade(source, assignment, launcher, seed=seed)
        assert report.score == report.max_score

    actions: dict[str, Callable[[], object]] = {"bare fork": bare_fork}
    with contextlib.ExitStack() as stack:
        for level in LEVELS:
            if missing(level):
                print(f"{level}: {missing(level)}")
            elif not levels or level in levels:
                launcher = stack.enter_context(ForkLauncher(level))
                actions[f"{level}, empty life"] = partial(empty, launcher)
                actions[f"{level}, whole lab, one seed"] = partial(graded, launcher, 1)
                actions[f"{level}, whole lab, new seeds"] = partial(graded, launcher, None)
        costs = measure(actions)
    floor = costs["bare fork"]
    print(f"{'':32} {'wall':>9} {'ratio':>6} {'processor':>11} {'ratio':>6} {'(judge)':>9} {'a second and core':>18}")
    for what, cost in costs.items():
        print(
            f"{what:32} {cost.wall:6.1f} ms {cost.wall / floor.wall:6.2f} {cost.processor:8.1f} ms "
            f"{cost.processor / floor.processor:6.2f} {cost.judge:6.1f} ms {1000 / cost.processor:18.0f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
