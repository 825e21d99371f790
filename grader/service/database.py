"""The database of the service: opened, brought up to date, and used in short transactions."""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError

from grader.errors import EnvironmentFaultError

T = TypeVar("T")

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_BUSY_SECONDS: Final = 30


def open_database(url: str, *, pool: int = 10) -> Engine:
    """Return an engine for a URL of SQLite or PostgreSQL; nothing is connected yet.

    SQLite is in WAL mode and syncs each commit, so that what was acknowledged outlives the power.
    """
    place = make_url(url)
    if place.drivername in ("postgres", "postgresql"):
        place = place.set(drivername="postgresql+psycopg")
    if place.get_backend_name() == "postgresql":
        return create_engine(place, pool_pre_ping=True, pool_size=pool, max_overflow=pool)
    if place.database:
        Path(place.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_engine(place, pool_size=pool, max_overflow=pool, connect_args={"timeout": _BUSY_SECONDS})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401  # a connection of sqlite3
    connection.isolation_level = None  # sqlite3 would begin by itself, too late and too weakly
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={_BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the lock at once: a reader that turns writer would fail where others write meanwhile."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that is committed at the end, or undone if anything is raised."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def persistently(engine: Engine, work: Callable[[Connection], T], seconds: float = 60.0) -> T:
    """Do `work` in a transaction of its own, again and again while the database cannot be reached.

    It may be done twice where the end of a commit was not heard: `work` has to bear that. Raises the last
    `DBAPIError` after so many seconds.
    """
    until, pause = time.monotonic() + seconds, 0.1
    while True:
        try:
            with writing(engine) as connection:
                return work(connection)
        except (OperationalError, InterfaceError):
            if time.monotonic() + pause > until:
                raise
            time.sleep(pause)
            pause = min(2 * pause, 2.0)


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that sees one state of the database, from its first statement to its last."""
    # What SQLite does anyway; PostgreSQL would show each statement a state of its own.
    level = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with engine.connect().execution_options(**level) as connection, connection.begin():
        yield connection


def alone(connection: Connection, *what: str) -> None:
    """Wait until no other transaction does `what`, and let none do it before this one ends.

    For what is asked first and written then. Writers of SQLite are alone with everything.
    """
    if connection.dialect.name == "postgresql":
        key = int.from_bytes(hashlib.sha256("\0".join(what).encode()).digest()[:8], "big", signed=True)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date; raise `EnvironmentFaultError` if the database cannot be reached or changed.

    Several processes may do so at a time: one does it, the others wait.
    """
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    try:
        with writing(engine) as connection:
            alone(connection, "migrate")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise EnvironmentFaultError(
            f"The database {engine.url.render_as_string(hide_password=True)} was brought up to date by a newer grader "
            "than this one. Install that again, or restore the backup from before it into a new database."
        ) from error
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", error)).strip().splitlines()[:1]
        raise EnvironmentFaultError(
            f"The database {engine.url.render_as_string(hide_password=True)} cannot be used: {' '.join(why)}. "
            "Is it there, and may this user change its tables?"
        ) from error
