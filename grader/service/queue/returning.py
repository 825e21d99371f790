"""Puts back what was taken and cannot be graded by who took it: it waits again, or is parked."""

import structlog
from sqlalchemy import Connection, Engine

from grader.service.database import persistently
from grader.service.queue.port import Jobs
from grader.service.store import attempts
from grader.service.store.attempts import Attempt

_log = structlog.get_logger()


def put_back(
    database: Engine, jobs: Jobs, attempt: Attempt, died: str, most_deaths: int, *, rests: bool = False
) -> None:
    """Let an attempt wait again, or park it if who graded it `died` over it too often; "" is no death.

    With `rests` it is given no job now: the reaper does that when it has rested.
    Nothing happens if its lease is no longer this one: it was cancelled, or is another's.
    """

    def write(connection: Connection) -> Attempt | None:
        return attempts.put_back(connection, attempt, died=died, most_deaths=most_deaths, rests=rests)

    back = persistently(database, write)
    if back is None:
        _log.info("ended", attempt=attempt.id, how=died)
        return
    _log.warning("parked" if back.state == "parked" else "put back", attempt=back.id, how=died, deaths=back.deaths)
    if back.state == "queued" and not rests:
        jobs.submit(back.job, back.priority)
