"""What one process of the crew does: grade an example in its sandbox, judge the reference, hunt mutants."""

import functools
import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import parent_process
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, Final

import numpy as np
from pydantic import Field

from grader.assignment import Assignment, load_assignment
from grader.attempt import read
from grader.checks.lab import Array
from grader.errors import RejectedError
from grader.judge.grading import grade
from grader.judge.rounding import values_of
from grader.judge.rubric import Scored
from grader.report import Frozen, Status
from grader.sandbox.cores import stay_on_one_core
from grader.sandbox.forkserver import ForkLauncher
from grader.sandbox.launching import launcher_for
from grader.sandbox.process import ProcessLauncher
from grader.submission.source import Source
from grader.verify.judged import judged
from grader.verify.margin import margin
from grader.verify.mutant import Functions, Mutant, Right
from grader.verify.mutants import mutants, references
from grader.verify.promise import REFERENCES, Promise
from grader.verify.survival import Fate, fate

_QUIET_LEVEL: Final = 1  # of feedback: names are promised, places are not


class Run(Frozen):
    """What one grading showed: the message of each check that was not passed, what was named, margins by check.

    `skipped` are those of `failed` that need another one and were not looked at.
    `named` has a set of ids for each diagnosis, which no number tells apart. `refused` says why nothing was graded.
    """

    name: str
    seed: int
    threads: int
    points: float = 0
    failed: dict[str, str] = Field(default_factory=dict)
    named: tuple[tuple[str, ...], ...] = ()
    margins: dict[str, float] = Field(default_factory=dict)
    skipped: tuple[str, ...] = ()
    refused: str = ""

    def refused_by(self, check: str) -> bool:
        """Whether a check looked at it and did not pass it; one that was skipped refuses nothing."""
        return check in self.failed and check not in self.skipped


def begin(turns: "Synchronized[int]") -> None:
    """Make this process one of the crew: on a core of its own, and gone when its parent is."""
    os.setsid()  # Ctrl-C is for the parent
    with turns:
        turns.value += 1
        stay_on_one_core(turns.value)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@functools.cache
def _assignment(folder: Path) -> Assignment:
    """Return the assignment, told to look for no places: they take long, and nothing is promised of them."""
    found = load_assignment(folder)
    feedback = found.manifest.feedback.model_copy(update={"level": _QUIET_LEVEL})
    return found.model_copy(update={"manifest": found.manifest.model_copy(update={"feedback": feedback})})


@functools.cache
def _as_examples_have_it(folder: Path) -> Assignment:
    """Return the assignment with the numbers that files of examples were written for, whatever the seed."""
    found = _assignment(folder)
    return found.model_copy(update={"manifest": found.manifest.with_first_numbers()})


@functools.cache
def _launcher() -> ForkLauncher | ProcessLauncher:
    launcher = launcher_for("auto")
    Finalize(None, launcher.close, exitpriority=10)
    return launcher


@functools.cache
def _mutants(folder: Path) -> list[Mutant]:
    return mutants(_assignment(folder))


def hunted(folder: Path, seed: int, part: slice) -> list[Fate]:
    """Return what becomes of some of the mutants."""
    return [fate(_assignment(folder), mutant, seed) for mutant in _mutants(folder)[part]]


def tried(folder: Path, promise: Promise, seed: int, threads: int) -> Run:
    """Grade whoever something is promised of, once."""
    assignment = _assignment(folder)
    if promise.path is None:
        like_arguments = promise.name != REFERENCES[0]
        with np.errstate(all="ignore"):
            told = list(judged(assignment, lambda: _standing_in(assignment, like_arguments=like_arguments), seed))
        return _run(assignment, promise, seed, threads, told, ())
    told = []
    assignment = _as_examples_have_it(folder)
    try:
        source = _with_threads(read(promise.path, assignment), threads)
        report = grade(source, assignment, _launcher(), seed=seed, told=told.extend)
    except RejectedError as error:
        return Run(name=promise.name, seed=seed, threads=threads, refused=str(error))
    named = tuple((d.bug, *(other.bug for other in d.also)) for d in report.diagnoses if d.bug)
    return _run(assignment, promise, seed, threads, told, named)


def _run(
    assignment: Assignment, promise: Promise, seed: int, threads: int, told: Sequence[Scored],
    named: tuple[tuple[str, ...], ...],
) -> Run:  # fmt: skip
    items = {item.id: item for item in assignment.manifest.check}
    telling = [] if promise.kind == "starter" else [(items[check.id], answers) for check, answers in told if answers]
    with np.errstate(all="ignore"):
        margins = {item.id: margin(item, answers) for item, answers in telling}
    return Run(
        name=promise.name,
        seed=seed,
        threads=threads,
        points=sum(check.points for check, _ in told),
        failed={check.id: check.message for check, _ in told if check.status is not Status.PASSED},
        skipped=tuple(check.id for check, _ in told if check.status is Status.SKIPPED),
        named=named,
        margins=margins,
    )


def _standing_in(assignment: Assignment, *, like_arguments: bool) -> Functions:
    """Wrap the reference as a submission: what it returns, and in which precision."""

    def wrapped(reference: Right) -> Right:
        def call(*given: Any) -> tuple[Array, ...]:  # noqa: ANN401  # arguments
            single = like_arguments and any(isinstance(a, np.ndarray) and a.dtype == np.float32 for a in given)
            return tuple(value.astype(np.float32 if single else np.float64) for value in values_of(reference, given))

        return call

    return {name: wrapped(reference) for name, reference in references(assignment).items()}


def _with_threads(source: Source, threads: int) -> Source:
    """Have a submission let torch use so many threads, in a line behind its own. One is what a worker has anyway."""
    if threads == 1:
        return source
    line = f'\n__import__("torch").set_num_threads({threads})\n'
    return replace(source, files={**source.files, source.entry: source.files[source.entry] + line.encode()})
