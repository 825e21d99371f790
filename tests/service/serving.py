"""A service as its parts see it, in this process: no worker grades, and jobs stay in a list."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi.testclient import TestClient
from sqlalchemy import Engine

from grader.service.app import build_app
from grader.service.columns import new_id
from grader.service.config import ServiceSettings
from grader.service.database import writing
from grader.service.files import Files
from grader.service.queue.inline import InlineJobs
from grader.service.recording import record
from grader.service.service import Service
from grader.service.store import attempts, submissions, tokens
from grader.service.words import Outcome
from grader.settings import Settings
from tests.conftest import ROOT
from tests.service import made

SOURCE = b"def softmax(scores):\n    return scores\n"


def service(database: Engine, folder: Path, **config: object) -> Service:
    settings = Settings(assignments=ROOT / "assignments", service=ServiceSettings(data=folder, **config))
    return Service(settings, database, Files(folder / "files"), InlineJobs())


@contextmanager
def client_of(one: Service) -> Iterator[TestClient]:
    with TestClient(build_app(one)) as client:
        yield client


def bearer(database: Engine, role: str, course: str = "LM3", student: str | None = None) -> dict[str, str]:
    """The header of a new token of this role."""
    place = None if role == "operator" else made.course(database, course).id
    with writing(database) as connection:
        _, text = tokens.add(connection, role, name=role, course_id=place, student_key=student)
    return {"Authorization": f"Bearer {text}"}


def upload(
    client: TestClient, head: dict[str, str], student: str = "s1", *,
    data: bytes = SOURCE, filename: str = "attention.py", **other: str,
):  # fmt: skip
    fields = {"assignment": "attention", "student": student, **other}
    return client.post("/api/v1/submissions", headers=head, files={"file": (filename, data)}, data=fields)


def graded(
    one: Service, submission_id: str, report: dict[str, object], page: str = "<p>page</p>", bugs: tuple[str, ...] = ()
) -> None:
    """Write down what a worker would: the newest attempt of a submission is done, and this is its report."""
    with writing(one.database) as connection:
        submission = submissions.by_id(connection, submission_id)
        newest = attempts.of_submission(connection, submission_id)[0]
        held = attempts.take(connection, newest.id, newest.tries, "w", new_id())
        outcome = Outcome(
            status=report["status"], score=report["score"], max_score=report["max_score"],
            json_sha256=one.files.put(json.dumps(report).encode()), html_sha256=one.files.put(page.encode()),
            bug_ids=bugs,
        )  # fmt: skip
        assert record(connection, held, submission, outcome)
