"""Grading again what was graded or parked: by today's rubric, with the same seed."""

from collections.abc import Iterable
from typing import NamedTuple

from grader.service.accepting import give_job
from grader.service.database import writing
from grader.service.queue.port import REGRADE
from grader.service.service import Service
from grader.service.store import attempts, audit


class Again(NamedTuple):
    """Ids of submissions: those that are graded again, and those that are being graded anyhow."""

    begun: list[str]
    busy: list[str]


def grade_again(service: Service, actor: str, submission_ids: Iterable[str]) -> Again:
    """Begin an attempt for each of these submissions that is not being graded now."""
    again, made = Again([], []), []
    with writing(service.database) as connection:
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
