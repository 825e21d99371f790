"""Rows to begin a test with."""

from datetime import UTC, datetime

from sqlalchemy import Engine

from grader.service.columns import new_id
from grader.service.database import writing
from grader.service.store import attempts, courses, submissions
from grader.service.store.attempts import Attempt
from grader.service.store.submissions import Submission

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def course(engine: Engine, name: str = "LM3") -> courses.Course:
    with writing(engine) as connection:
        return courses.by_name(connection, name) or courses.add(connection, name)


def submission(engine: Engine, student: str = "s1", number: int = 1, **other: object) -> Submission:
    row = Submission(
        **dict(
            {
                "id": new_id(), "course_id": course(engine).id, "assignment": "attention", "student_key": student,
                "student_name": "Student 1", "name": "attention.py", "source_sha256": "0" * 64, "size": 10, "idempotency_key": None,
                "number": number, "late_seconds": 0, "received_at": NOON, "callback_url": None, "ids": {},
            },
            **other,
        )
    )  # fmt: skip
    with writing(engine) as connection:
        submissions.add(connection, row)
    return row


def attempt(engine: Engine, student: str = "s1", priority: int = 1, number: int = 1) -> Attempt:
    row = submission(engine, student, number)
    with writing(engine) as connection:
        return attempts.add(connection, row.id, kind="first", priority=priority, seed=2**53 - 1)
