"""The durable queue: dbos, with the measures that its ways ask for (each has its test in `tests/service/queue`).

It carries ids of jobs and nothing else, as JSON. Its own recovery is not relied on: what a dead worker held is put
back in our tables, under another job's id, and an old job that dbos brings back finds nothing to take.
"""

import json
import logging
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any, Final

from dbos import DBOS, DBOSClient, DBOSConfig, Serializer
from sqlalchemy import Engine, create_engine, event, make_url

from grader.errors import EnvironmentFaultError
from grader.service.columns import now
from grader.service.queue.port import JobState

NAME: Final = "grader"
QUEUE: Final = "grading"
WORKFLOW: Final = "grade"
#: Jobs wait for whoever runs this version: by default it would be a hash of our source, and an edit would strand them.
VERSION: Final = "grader-1"
#: Seconds between two looks into the queue. The default of a second would be most of what an idle student waits for.
_POLL_SECONDS: Final = 0.05
#: Ours parks what kills its workers; this is only so that dbos has no say in it.
_MOST_RECOVERIES: Final = 10_000
_STATES: Final[dict[str, JobState]] = {"ENQUEUED": "waiting", "DELAYED": "waiting", "PENDING": "running"}
_ENDED: Final = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
_PAGE: Final = 500


class JsonSerializer(Serializer):
    """Plain JSON in the place of pickle: nothing that is read from a database is code."""

    def serialize(self, data: Any) -> str:  # noqa: ANN401  # what dbos asks for
        """Write it down; what is not JSON (an exception) by its words."""
        return json.dumps(data, default=repr)

    def deserialize(self, serialized_data: str) -> Any:  # noqa: ANN401
        """Read it."""
        return json.loads(serialized_data)

    def name(self) -> str:
        """Return the name that is written beside what is serialised."""
        return "grader-json"


def open_queue(url: str) -> Engine:
    """Return an engine for the queue's own database, which is brought up to date.

    SQLite is put into WAL mode, where readers do not wait for writers. What the power takes from it is given again.
    """
    place = make_url(url)
    if place.get_backend_name() in ("postgresql", "postgres"):
        place = place.set(drivername="postgresql+psycopg")
        engine = create_engine(place, pool_pre_ping=True, pool_size=10, max_overflow=10)
    else:
        engine = create_engine(place, pool_size=10, max_overflow=10)
        event.listen(engine, "connect", _set_up_sqlite)
    try:
        DBOS.migrate(place.render_as_string(hide_password=False))
    except Exception as error:  # it raises whatever its driver does
        where = place.render_as_string(hide_password=True)
        raise EnvironmentFaultError(f"The queue's database {where} cannot be used: {error}.") from error
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401  # a connection of sqlite3
    connection.isolation_level = "IMMEDIATE"
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=30000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


class DbosJobs:
    """The queue as those see it who put jobs in; see `Jobs`."""

    def __init__(self, engine: Engine) -> None:
        self._client = DBOSClient(
            system_database_engine=engine,
            serializer=JsonSerializer(),
            application_name=NAME,
            lazy=True,
            retry_connection_errors=False,  # who uploads is told, and is not kept waiting
        )
        self._engine = engine

    def submit(self, job: str, priority: int) -> None:
        """See `Jobs.submit`. A job without a priority would go before all that have one."""
        self._client.enqueue(
            {
                "workflow_name": WORKFLOW,
                "queue_name": QUEUE,
                "workflow_id": job,
                "priority": priority,
                "app_version": VERSION,
            },
            job,
        )

    def cancel(self, job: str) -> None:
        """See `Jobs.cancel`."""
        self._client.cancel_workflow(job)

    def states(self, jobs: Collection[str]) -> dict[str, JobState]:
        """See `Jobs.states`."""
        if not jobs:
            return {}
        found = self._client.list_workflows(workflow_ids=list(jobs), load_input=False, load_output=False)
        return {one.workflow_id: _STATES.get(one.status, "ended") for one in found}

    def check(self) -> None:
        """See `Jobs.check`."""
        self._client.check_connection()

    def holders(self) -> set[str]:
        """Return the executors that hold jobs."""
        held = self._client.list_workflows(status="PENDING", load_input=False, load_output=False)
        return {one.executor_id for one in held if one.executor_id}

    def forget(self, executor: str) -> None:
        """Take out what a dead worker held, by the id of its executor."""
        held = self._client.list_workflows(executor_id=executor, status="PENDING", load_input=False, load_output=False)
        if held:
            self._client.cancel_workflows([one.workflow_id for one in held])

    def clear(self, older: timedelta) -> int:
        """Remove what ended longer ago than that, a page at a time; return how many were removed."""
        before = (now() - older).isoformat()
        found = self._client.list_workflows(
            status=_ENDED, completed_before=before, limit=_PAGE, load_input=False, load_output=False
        )
        if found:
            self._client.delete_workflows([one.workflow_id for one in found])
        return len(found)

    def close(self) -> None:
        """See `Jobs.close`."""
        self._client.destroy()
        self._engine.dispose()


class DbosWorker:
    """The queue as a worker sees it: `work` is called with each job, in a thread of its own, `ahead` at a time.

    There may be one in a process, and one in the world with the id `executor`. How many jobs a worker takes ahead is
    kept in the queue's database, one number for all: the worker that starts last sets it.
    """

    def __init__(self, engine: Engine, executor: str, ahead: int, work: Callable[[str], None]) -> None:
        logging.getLogger("dbos").setLevel(logging.WARNING)
        config: DBOSConfig = {
            "name": NAME,
            "system_database_engine": engine,
            "system_database_url": engine.url.render_as_string(hide_password=False),
            "application_version": VERSION,
            "executor_id": executor,
            "serializer": JsonSerializer(),
            "use_listen_notify": True,
            "run_migrations": False,
            "max_executor_threads": ahead + 8,
            "log_level": "WARNING",
            "enable_otlp": False,
        }
        DBOS(config=config)

        def grade(job: str) -> None:
            work(job)

        DBOS.workflow(name=WORKFLOW, max_recovery_attempts=_MOST_RECOVERIES)(grade)
        DBOS.launch()
        DBOS.register_queue(
            QUEUE, worker_concurrency=ahead, polling_interval_sec=_POLL_SECONDS, on_conflict="always_update"
        )

    def stop(self, seconds: int) -> None:
        """Take no more jobs, and wait so long at most for those that were taken."""
        DBOS.destroy(destroy_registry=True, workflow_completion_timeout_sec=seconds)
