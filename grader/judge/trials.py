"""Repaired submissions on trial: each in a life of its own, asked what the submission was asked, within a budget.

A repaired text is a submission like any other: the same walls, the same limits or shorter ones, the same rubric. What
comes of it changes no score.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import numpy as np

from grader import wire
from grader.assignment import Assignment
from grader.checks.case import Answer, Failure
from grader.checks.item import Item
from grader.judge import rubric
from grader.judge.paper import paper_for
from grader.judge.session import Session
from grader.report import Cause, Status
from grader.sandbox.life import Launcher, Life
from grader.submission.source import Source

#: Seconds that a repaired submission may take for one call, and for its import.
CALL_SECONDS: Final = 1.0
_CPU_SECONDS: Final = 5

#: Stands among the names of right values for the form of an answer.
FORM: Final = ""
#: What grading was told: for each item of the rubric, by its id, the answers to its cases.
Answered = Mapping[str, Mapping[str, Answer]]


class Lives:
    """A launcher that counts the lives it starts."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self.level, self.layers = launcher.level, launcher.layers
        self.started = 0

    def start(self) -> Life:
        """See `Launcher.start`."""
        self.started += 1
        return self._launcher.start()


class Trial:
    """One life of a repaired submission. `files` holds what it is made of."""

    def __init__(self, bench: "Bench", session: Session, absent: Mapping[str, Failure]) -> None:
        self._bench = bench
        self._asking = rubric.Asking(session, bench.oracle, bench.lab, absent, bench.arrays, bench.seed)

    def right_at(self, function: str) -> frozenset[str]:
        """Return what is right of the answer to the question that `function` was seen to answer wrongly."""
        return right_parts(self._asking.answer(self._bench.telling[function].case))

    def passed(self, item: Item) -> bool:
        """Whether an item of the rubric is passed."""
        return item.find(rubric.ask(item, self._asking)).status is Status.PASSED

    def sets_right(self) -> bool:
        """Whether all items are passed, first those that were not."""
        return all(self.passed(item) for item in (*self._bench.failing, *self._bench.passing))


class Bench:
    """Where the repairs of one submission are tried: at most `lives` lives and about `seconds` seconds.

    `failing` and `passing` are the items of the rubric that were not and were passed. `telling` has, for each function
    with a wrong answer in a failing item, the largest such answer.
    """

    def __init__(
        self, source: Source, assignment: Assignment, launcher: Launcher, load: wire.Load, answered: Answered,
        *, arrays: bool, seed: int, lives: int, seconds: float,
    ) -> None:  # fmt: skip
        self._source, self._load, self._limits = source, load, assignment.manifest.limits
        self._launcher, self._lives = Lives(launcher), lives
        self._until = time.monotonic() + seconds
        self.lab, self.arrays, self.seed = assignment.manifest.lab, arrays, seed
        self.oracle = paper_for(assignment, seed)
        asked = [item for item in assignment.manifest.check if answered[item.id]]  # no answers: it was skipped
        passed = {item.id for item in asked if item.find(answered[item.id]).status is Status.PASSED}
        self.failing = [item for item in assignment.manifest.check if item.id not in passed]
        self.passing = [item for item in assignment.manifest.check if item.id in passed]
        self.failing.sort(key=lambda item: len(answered[item.id]))
        self.telling = {
            name: max(seen, key=_entries) for name in self.lab.functions if (seen := self._wrong(name, answered))
        }

    @property
    def spent(self) -> bool:
        """Whether the lives or the seconds are used up."""
        return self._launcher.started >= self._lives or self.late

    @property
    def late(self) -> bool:
        """Whether the seconds are used up: a trial that was going on may have been cut short."""
        return time.monotonic() >= self._until

    @contextmanager
    def trial(self, files: Mapping[str, bytes]) -> Iterator[Trial | None]:
        """Start a life with these files; None where it cannot be imported."""
        left = max(self._until - time.monotonic(), 0.01)
        seconds = min(CALL_SECONDS, left)
        limits = self._limits.model_copy(
            update={
                "import_seconds": min(self._limits.import_seconds, seconds),
                "call_seconds": min(self._limits.call_seconds, seconds),
                "total_seconds": left,
            }
        )
        load = replace(self._load, files=tuple(files.items()), cpu_seconds=_CPU_SECONDS)
        session = Session(self._launcher, load, limits, self._source.locate)
        try:
            failure = session.open()
            if failure is not None or session.loaded is None:
                yield None
                return
            found = zip(self.lab.functions, session.loaded.found, strict=True)
            gone = Failure(Cause.MISSING, "The repaired text has no such function.")
            yield Trial(self, session, {name: gone for name, at in found if not at})
        finally:
            session.close()

    def _wrong(self, function: str, answered: Answered) -> list[Answer]:
        answers = (answer for item in self.failing for answer in answered[item.id].values())
        return [
            answer
            for answer in answers
            if answer.case.function == function and right_parts(answer) != all_parts(answer)
        ]


def right_parts(answer: Answer) -> frozenset[str]:
    """Return the names of the values that are right, and FORM if they are returned as asked and no input is changed."""
    if answer.failure is not None:
        return frozenset()
    kept = all(np.array_equal(after, answer.case.arguments[name]) for name, after in answer.after.items())
    right = {name for name in answer.want if name in answer.got and answer.within(name)}
    return frozenset(right | {FORM} if kept and not answer.problems else right)


def all_parts(answer: Answer) -> frozenset[str]:
    """Return what is right of a right answer."""
    return frozenset({*answer.want, FORM})


def _entries(answer: Answer) -> int:
    return sum(want.value.size for want in answer.want.values())
