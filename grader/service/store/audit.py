"""Who did what: no secrets in it, no texts of students."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select

from grader.service.columns import new_id, now
from grader.service.schema import audit


@dataclass(frozen=True)
class Entry:
    """One deed. `actor` is the id of a token, or the name of a part of the service; `object` the id of a thing."""

    id: str
    at: datetime
    actor: str
    action: str
    object: str
    detail: str


def record(connection: Connection, actor: str, action: str, object: str, detail: str = "") -> None:  # noqa: A002
    """Write down a deed, in the transaction that does it."""
    connection.execute(insert(audit).values(**Entry(new_id(), now(), actor, action, object, detail[:500]).__dict__))


def latest(connection: Connection, most: int = 200) -> list[Entry]:
    """Return the latest deeds, the newest first."""
    return [Entry(*row) for row in connection.execute(select(audit).order_by(audit.c.at.desc()).limit(most))]
