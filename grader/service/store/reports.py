"""What came of attempts: a row here, the report and its page among the files.

A report that says that we failed (`grader_error`) says nothing of the work, and never stands for one that does.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, func, insert, select

from grader.service.schema import attempts, reports, submissions
from grader.service.store.submissions import Submission

#: Of the reports of one submission the last in this order is the one that stands.
STANDS_LAST: Final = (reports.c.status != "grader_error", attempts.c.queued_at, attempts.c.id.desc())


@dataclass(frozen=True)
class ReportRow:
    """The outline of a report. `status` is that of the report; `score` is None where none was given."""

    attempt_id: str
    status: str
    score: float | None
    max_score: float
    json_sha256: str
    html_sha256: str
    bug_ids: list[str]
    written_at: datetime


def add(connection: Connection, row: ReportRow) -> None:
    """Write it down; raise `IntegrityError` if the attempt has one."""
    connection.execute(insert(reports).values(**row.__dict__))


def last_of_student(connection: Connection, submission: Submission) -> datetime | None:
    """Return when the last report was written on the work of this student for this assignment."""
    query = (
        select(func.max(reports.c.written_at))
        .select_from(reports.join(attempts).join(submissions))
        .where(submissions.c.course_id == submission.course_id, submissions.c.assignment == submission.assignment)
        .where(submissions.c.student_key == submission.student_key)
    )
    last: datetime | None = connection.scalar(query)
    return last


def of_attempt(connection: Connection, attempt_id: str) -> ReportRow | None:
    """Return the report of an attempt."""
    row = connection.execute(select(reports).where(reports.c.attempt_id == attempt_id)).one_or_none()
    return ReportRow(*row) if row else None


def newest(connection: Connection, submission_ids: Iterable[str]) -> dict[str, ReportRow]:
    """Return for each of these submissions the report that stands; see `STANDS_LAST`."""
    query = (
        select(attempts.c.submission_id, reports)
        .join_from(reports, attempts)
        .where(attempts.c.submission_id.in_(list(submission_ids)))
        .order_by(*STANDS_LAST)
    )
    return {submission: ReportRow(*row) for submission, *row in connection.execute(query)}


def counts(connection: Connection) -> dict[str, int]:
    """Return how many reports there are of each status."""
    rows = connection.execute(select(reports.c.status, func.count()).group_by(reports.c.status)).all()
    return dict(rows)
