"""What the parts of the web application share: one frozen object, made once."""

import functools
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request
from sqlalchemy import Engine

from grader.assignment import Assignment, load_assignment
from grader.errors import AssignmentError
from grader.render import seen
from grader.report import Report
from grader.service.columns import now
from grader.service.config import ServiceSettings
from grader.service.files import Files
from grader.service.folders import assignment_folders
from grader.service.queue.port import Jobs
from grader.service.store.submissions import Submission
from grader.settings import Settings


@dataclass(frozen=True)
class Service:
    """One running installation."""

    settings: Settings
    database: Engine
    files: Files
    jobs: Jobs

    @property
    def config(self) -> ServiceSettings:
        """What `[service]` of grader.toml decides."""
        return self.settings.service

    def assignment(self, id: str) -> Assignment | None:  # noqa: A002
        """Return the assignment with this id, None if there is none; `AssignmentError` if it is broken."""
        folder = assignment_folders(self.settings).get(id)
        if folder is None:
            return None
        return _loaded(folder, (folder / "assignment.toml").stat().st_mtime_ns)

    def late_seconds(self, submission: Submission) -> int:
        """Return by how much a submission is late by today's due date; as it was noted then where none can be asked."""
        try:
            assignment = self.assignment(submission.assignment)
        except AssignmentError:
            assignment = None
        if assignment is None:
            return submission.late_seconds
        return assignment.manifest.hand_in.late_seconds(submission.received_at)

    def counted(self, submission: Submission, score: float | None) -> float | None:
        """Return what a score counts by today's rules, for lateness and for its cost.

        Raises `AssignmentError` where they are broken. Where the assignment is there no more, nothing is known of what
        lateness cost: the score counts.
        """
        if score is None or (assignment := self.assignment(submission.assignment)) is None:
            return score
        return assignment.manifest.hand_in.counted(score, self.late_seconds(submission))

    def seen_by_student(self, submission: Submission, report: Report) -> Report:
        """Return what the student of a submission may see of its report now.

        Checks that are `after_due` are shown once a due date is over; where there is none, or the assignment is not
        there or is broken, they are not: what was shown cannot be taken back.
        """
        try:
            assignment = self.assignment(submission.assignment)
        except AssignmentError:
            assignment = None
        due = assignment.manifest.hand_in.due if assignment is not None else None
        return seen.seen_by_student(report, due_is_over=due is not None and now() > due)


@functools.lru_cache(maxsize=64)
def _loaded(folder: Path, _changed: int) -> Assignment:
    return load_assignment(folder)


def service_of(request: Request) -> Service:
    """Return the service that a request came to; for `Depends`."""
    service = request.app.state.service
    assert isinstance(service, Service)
    return service
