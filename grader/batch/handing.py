"""Hands entries to jobs and writes down what becomes of them, until all are done."""

import selectors
import time
from collections.abc import Callable, Sequence
from typing import Final

from grader.assignment import Assignment
from grader.batch.crew import Job
from grader.batch.dealing import Dealer
from grader.batch.journal import Journal, Line
from grader.batch.rows import row_of_report
from grader.batch.seeds import seed_of
from grader.batch.shelf import Shelf
from grader.batch.words import Order, Said, Task
from grader.errors import EnvironmentFaultError, GraderError, InternalError
from grader.lms.roster import Entry
from grader.report import SandboxInfo

_LOOK_SECONDS: Final = 1.0
#: Jobs that may end before they are ready; and seconds beyond all limits after which a job is taken to hang.
_MOST_FALSE_STARTS: Final = 2
_SILENT_SECONDS: Final = 600.0


class FaultError(GraderError):
    """A job cannot go on, and no other could."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class Handing:
    """One run of a batch: `entries` is the roster; `done` is called after each entry."""

    def __init__(
        self, entries: Sequence[Entry], dealer: Dealer, left: int, *,
        journal: Journal, shelf: Shelf, assignment: Assignment, task: Task, lock: int, done: Callable[[], object],
    ) -> None:  # fmt: skip
        self._entries, self._dealer, self._left = entries, dealer, left
        self._journal, self._shelf, self._assignment = journal, shelf, assignment
        self._task, self._lock, self._done = task, lock, done
        self._jobs: list[Job] = []
        self._selector = selectors.DefaultSelector()
        self._false_starts = 0
        limits = assignment.manifest.limits
        self._patience = _SILENT_SECONDS + 10 * (limits.import_seconds + limits.total_seconds)

    def run(self, jobs: int) -> None:
        """Hand out everything; raise `GraderError` if nobody can go on. No job is left afterwards."""
        try:
            for turn in range(min(jobs, self._left)):
                self._hire(turn)
            while self._left:
                for key, _ in self._selector.select(_LOOK_SECONDS):
                    self._hear(key.fileobj)  # type: ignore[arg-type]  # a job
                self._tell_decisions()
                self._hand_out()
                self._end_the_silent()
        finally:
            self._selector.close()
            for job in self._jobs:
                job.dismiss()  # all at once
            for job in self._jobs:
                job.bury()

    def _hire(self, turn: int) -> None:
        job = Job(self._task.model_copy(update={"turn": turn}), self._lock)
        self._jobs.append(job)
        self._selector.register(job, selectors.EVENT_READ)

    def _hear(self, job: Job) -> None:
        said = job.hear()
        if said is None:
            self._replace(job)
        for word in said or ():
            self._heed(job, word)

    def _heed(self, job: Job, said: Said) -> None:
        match said.what:
            case "ready":
                job.sandbox, self._false_starts = said.sandbox, 0
            case "source":
                self._dealer.told(job.entry, said.digest)
            case "left":
                job.entry = -1
            case "done":
                assert said.row is not None
                entry, job.entry = job.entry, -1
                self._finish(entry, Line(row=said.row, digest=said.digest))
            case "fault":
                raise FaultError(said.message, said.exit_code)

    def _finish(self, entry: int, line: Line) -> None:
        self._journal.append(line)
        self._dealer.finished(entry, graded=line.row.status == "graded")
        self._left -= 1
        self._done()

    def _tell_decisions(self) -> None:
        by_entry = {job.entry: job for job in self._jobs}
        for entry, do, of in self._dealer.decide():
            by_entry[entry].tell(Order(do=do, of=self._entries[of].key if do == "copy" else ""))

    def _hand_out(self) -> None:
        for job in self._jobs:
            if job.sandbox is not None and job.entry < 0:
                entry = self._dealer.deal()
                if entry is None:
                    return
                job.entry = entry
                job.tell(Order(do="try", entry=self._entries[entry]))

    def _replace(self, job: Job) -> None:
        """Bury a job that ended, and hire another in its place; its entry is tried again, once."""
        self._selector.unregister(job)
        self._jobs.remove(job)
        how = job.bury()
        if job.sandbox is None:
            self._false_starts += 1
            if self._false_starts > _MOST_FALSE_STARTS:
                raise EnvironmentFaultError(f"The processes that grade end before they can begin ({how}).")
        elif job.entry >= 0 and not self._dealer.died(job.entry):
            self._give_up(job.entry, job.sandbox, how)
        if self._left:
            self._hire(job.task.turn)

    def _give_up(self, place: int, sandbox: SandboxInfo, how: str) -> None:
        from grader.attempt import no_score  # it loads the judge, for what hardly ever happens

        entry = self._entries[place]
        error = InternalError(
            f"The process that graded this ended twice ({how}). This is a fault of the grader or of the machine, "
            "not of the submission; no score is given."
        )
        seed = seed_of(entry.key, self._task.seed, self._assignment.manifest)
        report = no_score(error, entry.path.rpartition("/")[2], self._assignment, sandbox, seed)
        self._shelf.write(entry.key, report)
        self._finish(place, Line(row=row_of_report(entry, report, 0.0)))

    def _end_the_silent(self) -> None:
        for job in self._jobs:
            if (job.entry >= 0 or job.sandbox is None) and time.monotonic() - job.since > self._patience:
                job.kill()
