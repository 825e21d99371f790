"""Grading from a notebook or a script: `grade` for one submission, `Grader` for many."""

import threading
import weakref
from pathlib import Path
from typing import get_args

from grader.assignment import Assignment, load_assignment
from grader.attempt import attempted, read, read_source
from grader.errors import GraderError, RejectedError, UsageError
from grader.judge import grading
from grader.report import Report
from grader.sandbox.launching import Wanted, launcher_for
from grader.sandbox.levels import insist_on_at_least
from grader.sandbox.life import ClosesOnExit
from grader.settings import find_assignment, load_settings
from grader.submission.source import Source

__all__ = ["Grader", "Report", "grade"]


def grade(
    submission: str | Path,
    assignment: str | Path | None = None,
    *,
    seed: int | None = None,
    sandbox: Wanted = "auto",
) -> Report:
    """Grade one submission as `grade SUBMISSION` does; every process that it starts has ended when it returns.

    `submission` is a path (a .py file, a notebook, a zip or a folder), or source text: a string with a line break is
    taken for text. `assignment` is an id or a folder, None the default of grader.toml. One `seed` repeats one report
    (drawn if None). `sandbox` is how to confine it, "auto" the strongest level that there is.

    An upload that cannot be graded is a report with status "rejected". What is not the student's fault is raised: a
    `UsageError`, `AssignmentError`, `InternalError` or `EnvironmentFaultError` of `grader.errors`.
    """
    with Grader(assignment, sandbox=sandbox) as grader:
        return grader.grade(submission, seed=seed)


class Grader(ClosesOnExit):
    """Grades many submissions for one assignment in one sandbox, which costs about an import of torch to start.

    A `with` block ends it, or `close`; one that is forgotten ends with the last reference to it, or with Python.
    Arguments and errors are those of `grade`.
    """

    def __init__(self, assignment: str | Path | None = None, *, sandbox: Wanted = "auto") -> None:
        if sandbox not in get_args(Wanted):
            raise UsageError(f"There is no sandbox {sandbox!r}; there are {', '.join(get_args(Wanted))}.")
        settings = load_settings()
        folder = find_assignment(settings, None if assignment is None else str(assignment))
        self.assignment: Assignment = load_assignment(folder)
        self._launcher = launcher_for(sandbox)
        self._end = weakref.finalize(self, self._launcher.close)
        self._turn = threading.Lock()
        try:
            insist_on_at_least(settings.sandbox.require, self._launcher.level)
            self._launcher.warm()
        except GraderError:
            self.close()
            raise

    def grade(self, submission: str | Path, *, seed: int | None = None) -> Report:
        """Grade one submission; see the function `grade`. Threads take turns."""
        if seed is not None and not 0 <= seed < grading.SEEDS:
            raise UsageError(f"A seed is a number from 0 to {grading.SEEDS - 1}, not {seed}.")
        with self._turn:
            if not self._end.alive:
                raise UsageError("This Grader is closed; make another one.")
            report, failure = attempted(
                lambda: grading.grade(self._source(submission), self.assignment, self._launcher, seed=seed),
                self._name(submission),
                self.assignment,
                self._launcher,
                seed,
            )
        if failure is not None and not isinstance(failure, RejectedError):
            raise failure
        return report

    def close(self) -> None:
        """End all processes and remove the temporary folder. May be called twice."""
        self._end()

    def _source(self, submission: str | Path) -> Source:
        if _is_text(submission):
            return read_source(str(submission), self.assignment)
        return read(Path(submission), self.assignment)

    def _name(self, submission: str | Path) -> str:
        return self.assignment.manifest.submission.entry if _is_text(submission) else Path(submission).name


def _is_text(submission: str | Path) -> bool:
    return isinstance(submission, str) and "\n" in submission
