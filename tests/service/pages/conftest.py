"""A service with a course, people and some work, and a browser for each of them that remembers its cookie."""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from grader.render.formats import render
from grader.report import Report
from grader.service.app import build_app
from grader.service.config import ServiceSettings
from grader.service.database import open_database, upgrade, writing
from grader.service.files import Files
from grader.service.queue.inline import InlineJobs
from grader.service.service import Service
from grader.service.store import attempts, deliveries, reports, tokens
from grader.service.store.deliveries import Delivery
from grader.service.store.submissions import Submission
from grader.settings import Settings
from tests.conftest import ROOT
from tests.render.reports import report as some_report
from tests.service import made


@dataclass
class Person:
    """Someone with a browser."""

    client: TestClient

    def get(self, address: str, **how: object) -> Response:
        return self.client.get(address, **how)

    def post(self, address: str, form: dict | None = None, *, on: str = "/", **how: object) -> Response:
        """Send a form with the guard that the page `on` has."""
        guard = re.search(r'name="form_key" value="([0-9a-f]+)"', self.get(on).text)
        return self.client.post(address, data={"form_key": guard[1] if guard else "", **(form or {})}, **how)


@dataclass
class Site:
    """The service and what is in it."""

    service: Service
    app: FastAPI
    people: dict[str, Person] = field(default_factory=dict)

    def stranger(self) -> Person:
        return Person(TestClient(self.app, follow_redirects=False))

    def token(self, role: str, course: str | None = "LM3", student: str | None = None, **other: object) -> tokens.Made:
        place = made.course(self.service.database, course).id if course else None
        with writing(self.service.database) as connection:
            return tokens.add(connection, role, name=role, course_id=place, student_key=student, **other)

    def sign_in(self, *who: object, **other: object) -> Person:
        person = self.stranger()
        answer = person.post("/", {"token": self.token(*who, **other).text})
        assert answer.status_code == 303, answer.text
        return person

    def submission(
        self, student: str = "s1", graded: Report | None = None, number: int = 1, **other: object
    ) -> Submission:
        """Something handed in, which waits or has this report."""
        source = self.service.files.put(f"# {student} {number}".encode())
        one = made.submission(self.service.database, student, number, **{"source_sha256": source, **other})
        with writing(self.service.database) as connection:
            attempts.add(connection, one.id, kind="first", priority=1, seed=7)
        if graded is not None:
            self.end(one, graded)
        return one

    def end(self, one: Submission, graded: Report | None, state: str = "done") -> None:
        """End the newest attempt of a submission."""
        files = self.service.files
        with writing(self.service.database) as connection:
            newest = attempts.of_submission(connection, one.id)[0]
            taken = attempts.take(connection, newest.id, newest.tries, "worker", "lease")
            assert attempts.finish(connection, taken, state, "It broke." if state == "parked" else None)
            if graded is not None:
                row = reports.ReportRow(
                    newest.id, graded.status, graded.score, graded.max_score,
                    files.put(render(graded, "json").encode()), files.put(render(graded, "html").encode()),
                    [found.bug for found in graded.diagnoses if found.bug], made.NOON,
                )  # fmt: skip
                reports.add(connection, row)


def dead(site: Site, one: Submission, why: str, kind: str = "canvas", target: str = "main") -> Delivery:
    """A message about a submission that was given up."""
    with writing(site.service.database) as connection:
        delivery = deliveries.add(connection, attempts.of_submission(connection, one.id)[0].id, kind, target)
        deliveries.failed(connection, delivery.id, why, None)
    return delivery


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that is up to date, to copy: making one takes longer than most tests."""
    file = tmp_path_factory.mktemp("pages") / "service.sqlite"
    database = open_database(f"sqlite:///{file}")
    upgrade(database)
    database.dispose()
    return file


@pytest.fixture
def new_site(empty: Path, tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Return a service with these settings."""
    opened = []

    def make(assignments: Path = ROOT / "assignments", **settings: object) -> Site:
        config = ServiceSettings(data=tmp_path, **settings)
        shutil.copy(empty, tmp_path / "service.sqlite")
        database = open_database(config.database_url)
        opened.append(database)
        chosen = Settings(assignments=assignments, service=config)
        service = Service(chosen, database, Files(tmp_path / "files"), InlineJobs())
        return Site(service, build_app(service))

    yield make
    for database in opened:
        database.dispose()


@pytest.fixture
def site(new_site: Callable[..., Site]) -> Site:
    return new_site()


@pytest.fixture
def wrong() -> Report:
    """A report with a named bug and 50 of 100 points."""
    return some_report()
