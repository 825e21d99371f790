"""The workers that there are. One lives while its `beats` change: no two clocks are compared."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from grader.service.columns import now
from grader.service.schema import workers


@dataclass(frozen=True)
class Worker:
    """A process that grades. `id` is the same after a restart; `level` is that of its sandbox."""

    id: str
    host: str
    level: str
    slots: int
    beats: int
    started_at: datetime
    seen_at: datetime


def enter(connection: Connection, id: str, *, host: str, level: str, slots: int) -> None:  # noqa: A002
    """Add a worker that begins, in the place of what had its id before."""
    leave(connection, id)
    connection.execute(insert(workers).values(**Worker(id, host, level, slots, 0, now(), now()).__dict__))


def beat(connection: Connection, id: str) -> bool:  # noqa: A002
    """Show that it lives; False if it was taken for dead and removed."""
    changed = update(workers).where(workers.c.id == id).values(beats=workers.c.beats + 1, seen_at=now())
    return connection.execute(changed).rowcount == 1


def leave(connection: Connection, id: str) -> None:  # noqa: A002
    """Remove a worker."""
    connection.execute(delete(workers).where(workers.c.id == id))


def all_of_them(connection: Connection) -> list[Worker]:
    """Return all workers, by id."""
    return [Worker(*row) for row in connection.execute(select(workers).order_by(workers.c.id))]
