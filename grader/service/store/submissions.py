"""What was handed in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select

from grader.service.schema import submissions

#: By platform ("canvas", "moodle", "lti"), what it calls the submission, its student and its place for a grade.
Ids = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Submission:
    """One upload. `name`, `student_name` and `student_key` are as they came; `number` counts from 1."""

    id: str
    course_id: str
    assignment: str
    student_key: str
    student_name: str
    name: str
    source_sha256: str
    size: int
    idempotency_key: str | None
    number: int
    late_seconds: int
    received_at: datetime
    callback_url: str | None
    ids: Ids


def add(connection: Connection, submission: Submission) -> None:
    """Write it down; raise `IntegrityError` if its key or its number is taken."""
    connection.execute(insert(submissions).values(**submission.__dict__))


def by_id(connection: Connection, id: str) -> Submission | None:  # noqa: A002
    """Return a submission."""
    row = connection.execute(select(submissions).where(submissions.c.id == id)).one_or_none()
    return Submission(*row) if row else None


def by_idempotency_key(connection: Connection, course_id: str, key: str) -> Submission | None:
    """Return what came with this key before."""
    wanted = (submissions.c.course_id == course_id) & (submissions.c.idempotency_key == key)
    row = connection.execute(select(submissions).where(wanted)).one_or_none()
    return Submission(*row) if row else None


def highest_number(connection: Connection, course_id: str, assignment: str, student_key: str) -> int:
    """Return how many submissions a student has handed in; 0 for none."""
    most = select(func.max(submissions.c.number)).where(
        submissions.c.course_id == course_id,
        submissions.c.assignment == assignment,
        submissions.c.student_key == student_key,
    )
    return connection.scalar(most) or 0


def listed(
    connection: Connection,
    course_id: str,
    assignment: str | None = None,
    student_key: str | None = None,
    *,
    before: datetime | None = None,
    most: int = 1000,
) -> list[Submission]:
    """Return submissions of a course, the newest first; `before` goes on after a page of `most`."""
    query = select(submissions).where(submissions.c.course_id == course_id)
    if assignment is not None:
        query = query.where(submissions.c.assignment == assignment)
    if student_key is not None:
        query = query.where(submissions.c.student_key == student_key)
    if before is not None:
        query = query.where(submissions.c.received_at < before)
    rows = connection.execute(query.order_by(submissions.c.received_at.desc(), submissions.c.id).limit(most))
    return [Submission(*row) for row in rows]
