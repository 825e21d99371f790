"""Doing again: grading what was graded or parked, and sending what was given up."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Engine

from grader.service.accepting import give_job
from grader.service.database import alone, writing
from grader.service.queue.port import REGRADE
from grader.service.service import Service
from grader.service.store import attempts, audit, deliveries


class Again(NamedTuple):
    """Ids of submissions: those that are graded again, and those that are being graded anyhow."""

    begun: list[str]
    busy: list[str]


def grade_again(service: Service, actor: str, submission_ids: Iterable[str]) -> Again:
    """Begin an attempt, by today's rubric and with the same seed, for each of these that is not being graded now."""
    again, made = Again([], []), []
    with writing(service.database) as connection:
        alone(connection, "regrade")  # two at a time would both find that a submission is not being graded
        for id in submission_ids:  # noqa: A001
            known = attempts.of_submission(connection, id)
            if known[0].state in ("queued", "running"):
                again.busy.append(id)
                continue
            made.append(attempts.add(connection, id, kind="regrade", priority=REGRADE, seed=known[-1].seed))
            audit.record(connection, actor, "regrade", id)
            again.begun.append(id)
    for attempt in made:
        give_job(service, attempt)
    return again


def send_again(database: Engine, actor: str, delivery_ids: Iterable[str]) -> int:
    """Have the outbox try these again that are dead, as if they were new; return how many they are."""
    with writing(database) as connection:
        revived = [id for id in delivery_ids if deliveries.revive(connection, id)]  # noqa: A001
        for id in revived:  # noqa: A001
            audit.record(connection, actor, "send again", id)
    return len(revived)
