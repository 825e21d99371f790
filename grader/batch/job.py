"""One of the processes that grade a class: `python -m grader.batch.job`, started by the parent; see `words`.

It has a fork server and a core of its own, and runs no student code itself. It ends when its stdin is closed, also in
the middle of a grading: so it does when the parent is killed.
"""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch.words import Order, Said, Task
from grader.crew.talk import Talk, prove, run
from grader.errors import AssignmentError, EnvironmentFaultError, UsageError
from grader.lms.roster import Entry
from grader.report import Report, SandboxInfo
from grader.sandbox.cores import stay_on_one_core
from grader.sandbox.launching import launcher_for

if TYPE_CHECKING:
    from grader.assignment import Assignment
    from grader.sandbox.life import Launcher


class LeftForLaterError(BaseException):
    """The same source is being graded elsewhere. Not an `Exception`: it is no fault of anybody."""


class Grading:
    """All that a job needs to try an entry."""

    def __init__(self, task: Task, launcher: "Launcher", talk: Talk) -> None:
        from grader.assignment import load_assignment
        from grader.batch.shelf import Shelf

        self._launcher, self._talk, self._task = launcher, talk, task
        self._shelf = Shelf(Path(task.out), task.pages)
        self._assignment: Assignment = load_assignment(Path(task.assignment))
        if self._assignment.digest != task.digest:
            raise AssignmentError(f"{task.assignment} was changed while the class was graded.")

    def handle(self, entry: Entry) -> None:
        """Try one entry, write its files and say what became of it."""
        from grader.attempt import attempted
        from grader.batch.rows import row_of_report
        from grader.batch.seeds import seed_of

        began, digests = time.monotonic(), [""]
        name = entry.key if entry.files else Path(entry.path).name
        seed = seed_of(entry.key, self._task.seed, self._assignment.manifest)
        try:
            report, _ = attempted(
                lambda: self._report(entry, digests, seed), name, self._assignment, self._launcher, seed
            )
        except LeftForLaterError:
            self._talk.say(Said(what="left"))
            return
        self._shelf.write(entry.key, report)
        row = row_of_report(entry, report, time.monotonic() - began)
        self._talk.say(Said(what="done", digest=digests[-1], row=row))

    def _report(self, entry: Entry, digests: list[str], seed: int) -> Report:
        from grader.attempt import read
        from grader.batch.sameness import adopted, digest_of, under_the_usual_name
        from grader.judge.grading import grade
        from grader.lms.gathering import gathered

        try:
            with gathered(Path(self._task.root), entry) as place:
                source = read(place, self._assignment)
        except UsageError as error:  # it is in the roster, and cannot be read
            raise EnvironmentFaultError(str(error)) from error
        source = under_the_usual_name(source, self._assignment.manifest.submission.entry)
        digests.append(digest_of(source))
        # Whoever is asked with other numbers shares no report. That the sources are equal is told all the same.
        own = f" {entry.key}" if self._assignment.manifest.fresh else ""
        self._talk.say(Said(what="source", digest=digests[-1] + own))
        order = Order.model_validate_json(self._talk.hear())
        if order.do == "later":
            raise LeftForLaterError
        if order.do == "copy":
            return adopted(self._shelf.read(order.of), source)
        return grade(source, self._assignment, self._launcher, seed=seed)


def work(talk: Talk) -> None:
    """Do what the parent orders until it is gone."""
    task = Task.model_validate_json(talk.hear())
    stay_on_one_core(task.turn)  # before anything starts threads, which stay where they are
    with launcher_for(task.sandbox) as launcher:
        launcher.warm()
        grading = Grading(task, launcher, talk)
        prove(launcher)
        talk.say(Said(what="ready", sandbox=SandboxInfo(level=launcher.level, layers=launcher.layers)))
        while True:
            order = Order.model_validate_json(talk.hear())
            assert order.entry is not None
            grading.handle(order.entry)


def main() -> None:
    """Work until the parent is gone."""
    run(work, lambda fault: Said(what="fault", message=str(fault), exit_code=fault.exit_code))


if __name__ == "__main__":
    main()
