"""Shows that a worker lives, and compares what it does with what the tables say that it does."""

from collections.abc import Callable

import structlog
from sqlalchemy import Engine

from grader.service.database import writing
from grader.service.grading import Grading
from grader.service.queue.port import Jobs
from grader.service.queue.returning import put_back
from grader.service.store import attempts, workers

_log = structlog.get_logger()


class Heartbeat:
    """One beat at a call. `enter` puts the worker into its table, also after it was taken for dead."""

    def __init__(
        self, database: Engine, jobs: Jobs, grading: Grading, *,
        worker: str, enter: Callable[[], None], kill: Callable[[str], bool], most_deaths: int,
    ) -> None:  # fmt: skip
        self._database, self._jobs, self._grading = database, jobs, grading
        self._worker, self._enter, self._kill, self._most_deaths = worker, enter, kill, most_deaths

    def __call__(self) -> None:
        """Beat; end what was cancelled or given to another; put back what nobody here knows of."""
        before, held = self._grading.active, self._grading.held
        with writing(self._database) as connection:
            known = workers.beat(connection, self._worker)
            running = attempts.running_of(connection, self._worker)
        if not known:
            self._enter()
        leases = {attempt.lease for attempt in running}
        for lease in held - leases:
            if self._kill(lease):
                _log.info("killed, for its lease is gone", worker=self._worker)
        lost = [attempt for attempt in running if attempt.lease not in self._grading.active | before]
        for attempt in lost:
            put_back(self._database, self._jobs, attempt, "its worker lost it", self._most_deaths)
