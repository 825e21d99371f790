"""Rows to begin a test with."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

from grader.service.columns import new_id
from grader.service.database import writing
from grader.service.store import attempts, courses, submissions
from grader.service.store.attempts import Attempt
from grader.service.store.submissions import Submission
from tests.conftest import ATTENTION

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


def labs(folder: Path, rules: str, *later: str) -> Path:
    """A folder of assignments: attention with these rules of handing in, these checks being for after the due date."""
    shutil.copytree(ATTENTION, folder / "attention", ignore=shutil.ignore_patterns("examples"), dirs_exist_ok=True)
    text = (ATTENTION / "assignment.toml").read_text()
    for id in later:  # noqa: A001
        text = text.replace(f'id = "{id}"\n', f'id = "{id}"\nvisibility = "after_due"\n')
    (folder / "attention" / "assignment.toml").write_text(f"{text}\n[hand_in]\n{rules}\n")
    return folder


def attempt(engine: Engine, student: str = "s1", priority: int = 1, number: int = 1) -> Attempt:
    row = submission(engine, student, number)
    with writing(engine) as connection:
        return attempts.add(connection, row.id, kind="first", priority=priority, seed=2**53 - 1)
