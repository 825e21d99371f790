"""A process that grades what waits: it joins, grades until it is told to stop, hands back the rest, and leaves."""

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

import structlog
from sqlalchemy import Engine

from grader.service.config import ServiceSettings
from grader.service.database import open_database, upgrade, writing
from grader.service.files import Files
from grader.service.folders import assignment_folders
from grader.service.grading import Grading
from grader.service.queue.dbos import DbosJobs, DbosWorker, open_queue
from grader.service.queue.executor import executor_id
from grader.service.queue.heartbeat import Heartbeat
from grader.service.queue.reaper import Reaper
from grader.service.queue.returning import put_back
from grader.service.slots import Slots
from grader.service.store import attempts, workers
from grader.service.ticking import Ticking
from grader.service.words import Task
from grader.settings import Settings

_log = structlog.get_logger()

_BEAT_SECONDS: Final = 1.0
_REAP_SECONDS: Final = 5.0
_CLEAR_SECONDS: Final = 600.0
_KEPT: Final = timedelta(days=1)  # jobs that ended


@dataclass(frozen=True)
class Crew:
    """How a worker grades: so many at a time, in a sandbox of this level."""

    slots: int
    sandbox: Literal["auto", "namespaces", "landlock", "process"]
    level: str


def work(settings: Settings, crew: Crew, stop: threading.Event, ready: Callable[[str], None]) -> None:
    """Grade until `stop` is set; `ready` is called with the worker's id when it takes jobs.

    Raises `EnvironmentFaultError` where database, queue or sandbox cannot be used.
    """
    config = settings.service
    database = open_database(config.database_url)
    upgrade(database)
    slots = Slots(_task(config, crew), crew.slots)
    try:
        slots.warm()
        with executor_id(config.data / "workers") as name:
            _work(settings, crew, stop, ready, database, slots, name)
    finally:
        slots.close()
        database.dispose()


def _task(config: ServiceSettings, crew: Crew) -> Task:
    return Task(files=str(_files(config).folder.resolve()), sandbox=crew.sandbox, require=config.require, turn=0)


def _files(config: ServiceSettings) -> Files:
    return Files(config.data / "files")


def _work(
    settings: Settings, crew: Crew, stop: threading.Event, ready: Callable[[str], None],
    database: Engine, slots: Slots, name: str,
) -> None:  # fmt: skip
    config = settings.service
    jobs = DbosJobs(open_queue(config.engine_url))
    grading = Grading(
        database, _files(config), jobs, slots,
        worker=name, most_deaths=config.most_deaths, folders=lambda: assignment_folders(settings),
    )  # fmt: skip

    def enter() -> None:
        with writing(database) as connection:
            workers.enter(connection, name, host=socket.gethostname(), level=crew.level, slots=crew.slots)

    enter()
    with writing(database) as connection:  # nobody else has this id: who had it is dead
        held = attempts.running_of(connection, name)
    for attempt in held:
        put_back(database, jobs, attempt, "its worker ended", config.most_deaths)
    beat = Heartbeat(
        database, jobs, grading, worker=name, enter=enter, kill=slots.kill, most_deaths=config.most_deaths
    )  # fmt: skip
    ticking = [
        Ticking("heartbeat", beat, _BEAT_SECONDS),
        Ticking("reaper", Reaper(database, jobs, most_deaths=config.most_deaths), _REAP_SECONDS),
        Ticking("clearing the queue", lambda: _clear(jobs), _CLEAR_SECONDS),
    ]
    ahead = 2 * crew.slots  # so that no place waits for the queue's next look
    engine = open_queue(config.engine_url)
    for one in ticking:
        one.start()
    dbos = DbosWorker(engine, name, ahead, grading)
    _log.info("worker ready", worker=name, slots=crew.slots, sandbox=crew.level)
    ready(name)
    try:
        stop.wait()
        _log.info("worker stops", worker=name)
    finally:
        _drain(grading, dbos, slots, ahead, config.drain_seconds)
        for one in ticking:
            one.stop()
        with writing(database) as connection:
            workers.leave(connection, name)
        jobs.close()
        engine.dispose()


def _drain(grading: Grading, dbos: DbosWorker, slots: Slots, ahead: int, seconds: float) -> None:
    """Begin nothing more, let what is being graded end, and after so many seconds hand it back."""

    def end() -> None:
        for lease in grading.active:
            slots.kill(lease)

    timer = threading.Timer(seconds, end)
    timer.start()
    grading.stop(ahead)
    dbos.stop(int(seconds) + 10)
    timer.cancel()


def _clear(jobs: DbosJobs) -> None:
    while jobs.clear(_KEPT):
        pass
