"""Takes over what dead workers held, and gives a job to whatever waits without one. Any number may do so at a time."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog
from sqlalchemy import Engine

from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.queue.port import Jobs
from grader.service.queue.returning import put_back
from grader.service.store import attempts, workers

_log = structlog.get_logger()

#: Seconds without a beat after which a worker is dead; and until what waits is asked whether it has a job.
DEAD_SECONDS: Final = 15.0
_SETTLED: Final = timedelta(seconds=3)
_PAGE: Final = 200


class HeldJobs(Jobs, Protocol):
    """A queue whose jobs are held by workers while they run."""

    def holders(self) -> set[str]:
        """Return the ids of the workers that hold jobs."""
        ...

    def forget(self, executor: str) -> None:
        """Take out what a dead worker held."""
        ...


class Reaper:
    """Looks at all workers and all that waits, a page at a call.

    Whether a worker lives is seen by whether its beats change while one looks, by one's own clock that nobody sets.
    """

    def __init__(
        self, database: Engine, jobs: HeldJobs, *, most_deaths: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._database, self._jobs, self._most_deaths, self._clock = database, jobs, most_deaths, clock
        self._seen: dict[str, tuple[int, float]] = {}  # the last change of beats, and when it was seen
        self._after: tuple[datetime, str] | None = None

    def __call__(self) -> None:
        """Look once."""
        self._bury_the_dead()
        self._give_jobs()

    def _bury_the_dead(self) -> None:
        with reading(self._database) as connection:
            beats = {worker.id: worker.beats for worker in workers.all_of_them(connection)}
        for holder in self._jobs.holders() - beats.keys():
            beats[holder] = -1  # it ended, or has yet to enter
        self._seen = {id: self._seen.get(id, (count, self._clock())) for id, count in beats.items()}  # noqa: A001
        for id, count in beats.items():  # noqa: A001
            known, since = self._seen[id]
            if known != count:
                self._seen[id] = (count, self._clock())
            elif self._clock() - since > DEAD_SECONDS:
                self._bury(id)
        with reading(self._database) as connection:
            orphans = attempts.running_of_nobody(connection, [w.id for w in workers.all_of_them(connection)])
        for attempt in orphans:
            put_back(self._database, self._jobs, attempt, "its worker is gone", self._most_deaths)

    def _bury(self, worker: str) -> None:
        _log.warning("a worker is dead", worker=worker)
        with writing(self._database) as connection:
            workers.leave(connection, worker)
        self._jobs.forget(worker)
        del self._seen[worker]

    def _give_jobs(self) -> None:
        at = now()  # what came "later" than now came by another clock, and may have waited for long
        with reading(self._database) as connection:
            page = attempts.queued(connection, after=self._after, young=(at - _SETTLED, at + _SETTLED), most=_PAGE)
        self._after = (page[-1].queued_at, page[-1].id) if len(page) == _PAGE else None
        states = self._jobs.states([attempt.job for attempt in page])
        for attempt in page:
            if attempt.rests(at):
                continue
            wanted: attempts.Attempt | None = attempt
            if states.get(attempt.job) == "ended":
                with writing(self._database) as connection:
                    wanted = attempts.renew(connection, attempt)
            if wanted is not None and states.get(attempt.job) in (None, "ended"):
                _log.warning("given a job again", attempt=wanted.id)
                self._jobs.submit(wanted.job, wanted.priority)
