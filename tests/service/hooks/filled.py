"""An outbox with something in it."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from sqlalchemy import Engine

from grader.service.columns import now
from grader.service.database import writing
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.calling import Caller
from grader.service.hooks.outbox import Outbox, Sender
from grader.service.store import deliveries, reports, tokens
from grader.service.store.deliveries import Delivery
from grader.service.store.reports import ReportRow
from tests.service import made


def report(engine: Engine, attempt_id: str, score: float | None = 80.0, sha256: str = "1" * 64) -> None:
    status = "graded" if score is not None else "rejected"
    with writing(engine) as connection:
        reports.add(
            connection, ReportRow(attempt_id, status, score, 100.0, sha256, "2" * 64, ["softmax.axis"], made.NOON)
        )


def delivery(
    engine: Engine, target: str, student: str = "s1", kind: str = "callback", score: float | None = 80.0
) -> Delivery:
    attempt = made.attempt(engine, student)
    report(engine, attempt.id, score)
    with writing(engine) as connection:
        return deliveries.add(connection, attempt.id, kind, target)


def hook_token(engine: Engine, secret: str) -> tokens.Token:
    with writing(engine) as connection:
        course = made.courses.by_name(connection, "LM3")
        return tokens.add(connection, "hook", name="lms", course_id=course.id, secret=secret).token


def outbox(
    engine: Engine, *urls: str, seconds: float = 30.0, also: Mapping[str, Sender] | None = None, **other
) -> Outbox:
    origins = ["/".join(url.split("/")[:3]) for url in urls]
    caller = Caller(engine, AllowList(origins), "https://grader.example/", lambda _, score: score, seconds=seconds)
    return Outbox(engine, {"callback": caller, **(also or {})}, **other)


def now_of(engine: Engine, one: Delivery) -> Delivery:
    with writing(engine) as connection:
        return deliveries.by_id(connection, one.id)


class Clock:
    """The time, and as much as has `passed`."""

    def __init__(self) -> None:
        self.passed = timedelta()

    def __call__(self) -> datetime:
        return now() + self.passed


def until(holds: Callable[[], object]) -> None:
    """Wait for what will come."""
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it never happened")
