"""What a worker does with a job: take the attempt, have it graded, write what came of it; once, whatever happens."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import Connection, Engine

from grader.errors import EnvironmentFaultError
from grader.service.columns import new_id
from grader.service.database import persistently, writing
from grader.service.files import Files
from grader.service.queue.port import Jobs
from grader.service.queue.returning import put_back
from grader.service.recording import record
from grader.service.slots import DiedError, FaultError, Slot, Slots
from grader.service.store import attempts, submissions
from grader.service.store.attempts import Attempt
from grader.service.store.submissions import Submission
from grader.service.words import Order, Outcome

_log = structlog.get_logger()

#: Seconds before the next job where this machine could not do the last one.
_PAUSE_SECONDS: Final = 5.0


class Grading:
    """The work of one worker. `folders` are those of the assignments by their ids, looked up for each job."""

    def __init__(
        self, database: Engine, files: Files, jobs: Jobs, slots: Slots, *,
        worker: str, most_deaths: int, folders: Callable[[], dict[str, Path]],
    ) -> None:  # fmt: skip
        self._database, self._files, self._jobs, self._slots = database, files, jobs, slots
        self._worker, self._most_deaths, self._folders = worker, most_deaths, folders
        self._active: set[str] = set()
        self._held: set[str] = set()
        self._well = False  # whether something was graded here since this machine could not grade
        self._stopping = threading.Event()

    @property
    def active(self) -> frozenset[str]:
        """The leases of what is being taken or graded: what the tables know of this worker is among these."""
        return frozenset(self._active)

    @property
    def held(self) -> frozenset[str]:
        """The leases of what is being graded: these are in the tables until others take them away."""
        return frozenset(self._held)

    def stop(self, ahead: int) -> None:
        """Begin nothing more: jobs that wait here go back. What is being graded goes on."""
        self._stopping.set()
        self._slots.stop(ahead)

    def __call__(self, job: str) -> None:
        """Do one job. It may be an old one, and then there is nothing to take."""
        slot = self._slots.take()
        try:
            while not self._files.has_room() and not self._stopping.wait(1.0):
                _log.error("no room on the disk; nothing is graded until there is")
            if slot is None or self._stopping.is_set():
                self._give_back_untaken(job)
            else:
                self._try(job, slot)
        finally:
            if slot is not None:
                self._slots.give_back(slot)

    def _try(self, job: str, slot: Slot) -> None:
        """Take nothing before there is a process to grade it: what is said to run runs."""
        try:
            slot.warm()
        except EnvironmentFaultError as fault:
            _log.error("no process to grade with", job=job, why=str(fault))
            self._give_back_untaken(job)
            self._stopping.wait(_PAUSE_SECONDS)
            return
        if self._stopping.is_set():
            self._give_back_untaken(job)
        else:
            self._do(job, slot)

    def _do(self, job: str, slot: Slot) -> None:
        id, _, tries = job.rpartition(".")  # noqa: A001
        lease = new_id()

        def take(connection: Connection) -> tuple[Attempt, Submission | None] | None:
            attempt = attempts.take(connection, id, int(tries), self._worker, lease)
            return (attempt, submissions.by_id(connection, attempt.submission_id)) if attempt is not None else None

        self._active.add(lease)  # before it is in the database: the heartbeat compares the two
        try:
            if taken := persistently(self._database, take):
                self._held.add(lease)
                self._grade(*taken, slot)
        finally:
            self._held.discard(lease)
            self._active.discard(lease)

    def _grade(self, attempt: Attempt, submission: Submission | None, slot: Slot) -> None:
        began = time.monotonic()
        assert submission is not None
        assert attempt.lease is not None
        try:
            outcome = slot.grade(self._order(attempt, submission), attempt.lease)
        except DiedError as died:
            self._put_back(attempt, "" if self._stopping.is_set() else str(died))
        except FaultError as fault:
            self._faulted(attempt, fault)
        else:
            self._record(attempt, submission, outcome, time.monotonic() - began)

    def _order(self, attempt: Attempt, submission: Submission) -> Order:
        folder = self._folders().get(submission.assignment)
        if folder is None:
            raise FaultError(f"There is no assignment {submission.assignment!r} any more.", "assignment")
        return Order(
            sha256=submission.source_sha256, name=submission.name, assignment=str(folder), seed=attempt.seed
        )  # fmt: skip

    def _record(self, attempt: Attempt, submission: Submission, outcome: Outcome, seconds: float) -> None:
        def write(connection: Connection) -> bool:
            return record(connection, attempt, submission, outcome)

        written = persistently(self._database, write)
        self._well = True
        _log.info("graded", attempt=attempt.id, status=outcome.status, seconds=round(seconds, 3), counts=written)

    def _faulted(self, attempt: Attempt, fault: FaultError) -> None:
        """Let it rest, as what is broken may be repaired; park it if that does not help."""
        if fault.of == "machine":
            _log.error("this machine could not grade", attempt=attempt.id, why=str(fault))
            # It counts against a submission only where others were graded meanwhile: then it is not the machine alone.
            blamed, self._well = self._well, False
            self._put_back(attempt, str(fault) if blamed else "", rests=True)
            self._stopping.wait(_PAUSE_SECONDS)
        elif fault.of == "assignment" and attempt.deaths + 1 < self._most_deaths:
            _log.error("an assignment is broken", attempt=attempt.id, why=str(fault))
            self._put_back(attempt, str(fault), rests=True)
        else:
            _log.error("parked", attempt=attempt.id, why=str(fault))
            persistently(self._database, lambda c: attempts.finish(c, attempt, "parked", str(fault)))

    def _put_back(self, attempt: Attempt, died: str, *, rests: bool = False) -> None:
        put_back(self._database, self._jobs, attempt, died, self._most_deaths, rests=rests)

    def _give_back_untaken(self, job: str) -> None:
        id, _, tries = job.rpartition(".")  # noqa: A001
        with writing(self._database) as connection:
            attempt = attempts.by_id(connection, id)
            if attempt is None or attempt.tries != int(tries):
                return
            new = attempts.renew(connection, attempt)
        if new is not None:
            self._jobs.submit(new.job, new.priority)
