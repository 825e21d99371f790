"""The outbox: what is to be told to whom, until it was told or given up. Its id is the receiver's idempotency key."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from grader.service.columns import new_id, now
from grader.service.schema import attempts, deliveries, submissions
from grader.service.store.submissions import Submission

State = Literal["waiting", "sent", "dead"]


@dataclass(frozen=True)
class Delivery:
    """One message. `kind` is who sends it: callback, canvas, moodle, lti; `target` is for that sender to read."""

    id: str
    attempt_id: str
    kind: str
    target: str
    state: State
    tries: int
    next_at: datetime
    last_error: str | None
    sent_at: datetime | None


class Unsent(NamedTuple):
    """A delivery that has not arrived, and the submission that it is about."""

    delivery: Delivery
    submission: Submission


def add(connection: Connection, attempt_id: str, kind: str, target: str) -> Delivery:
    """Add one that is due now; raise `IntegrityError` if the attempt has one of that kind and target."""
    delivery = Delivery(new_id(), attempt_id, kind, target, "waiting", 0, now(), None, None)
    connection.execute(insert(deliveries).values(**delivery.__dict__))
    return delivery


def by_id(connection: Connection, id: str) -> Delivery | None:  # noqa: A002
    """Return a delivery."""
    row = connection.execute(select(deliveries).where(deliveries.c.id == id)).one_or_none()
    return Delivery(*row) if row else None


def due_targets(connection: Connection, at: datetime) -> list[tuple[str, str]]:
    """Return each kind and target of what waits and is due at that time, the longest due first."""
    query = select(deliveries.c.kind, deliveries.c.target).where(_is_due(at))
    query = query.group_by(deliveries.c.kind, deliveries.c.target)
    return [(kind, target) for kind, target in connection.execute(query.order_by(func.min(deliveries.c.next_at)))]


def due(connection: Connection, at: datetime, kind: str, targets: Collection[str], most: int = 50) -> list[Delivery]:
    """Return what waits for one of these targets and is due at that time, the longest due first."""
    query = select(deliveries).where(_is_due(at), deliveries.c.kind == kind, deliveries.c.target.in_(targets))
    rows = connection.execute(query.order_by(deliveries.c.next_at, deliveries.c.id).limit(most))
    return [Delivery(*row) for row in rows]


def _is_due(at: datetime) -> ColumnElement[bool]:
    return (deliveries.c.state == "waiting") & (deliveries.c.next_at <= at)


def claim(connection: Connection, delivery: Delivery, until: datetime) -> bool:
    """Take a due delivery for oneself until then: its next try is set there; False if somebody else has it."""
    wanted = (
        (deliveries.c.id == delivery.id)
        & (deliveries.c.state == "waiting")
        & (deliveries.c.tries == delivery.tries)
        & (deliveries.c.next_at == delivery.next_at)
    )
    values = {"tries": delivery.tries + 1, "next_at": until}
    return connection.execute(update(deliveries).where(wanted).values(**values)).rowcount == 1


def sent(connection: Connection, id: str, note: str | None = None) -> None:  # noqa: A002
    """Take note that it was taken by its receiver, or why nothing had to be sent."""
    values = {"state": "sent", "sent_at": now(), "last_error": note}
    connection.execute(update(deliveries).where(deliveries.c.id == id).values(**values))


def failed(connection: Connection, id: str, error: str, next_at: datetime | None) -> None:  # noqa: A002
    """Take note that it failed; it is tried again at `next_at`, or given up for None."""
    values = dict(last_error=error[:500], **({"state": "dead"} if next_at is None else {"next_at": next_at}))
    wanted = (deliveries.c.id == id) & (deliveries.c.state == "waiting")
    connection.execute(update(deliveries).where(wanted).values(**values))


def revive(connection: Connection, id: str) -> bool:  # noqa: A002
    """Try a dead one again; return whether there was one."""
    wanted = (deliveries.c.id == id) & (deliveries.c.state == "dead")
    values = {"state": "waiting", "tries": 0, "next_at": now()}
    return connection.execute(update(deliveries).where(wanted).values(**values)).rowcount == 1


def of_attempt(connection: Connection, attempt_id: str) -> list[Delivery]:
    """Return what is to be told of an attempt."""
    rows = connection.execute(select(deliveries).where(deliveries.c.attempt_id == attempt_id))
    return [Delivery(*row) for row in rows]


def unsent(
    connection: Connection, *, dead: bool, course_id: str = "", assignment: str = "", most: int | None = 200
) -> list[Unsent]:
    """Return what was given up, or with `dead` False what waits too; what was tried last comes first."""
    query = select(deliveries, submissions).select_from(deliveries.join(attempts).join(submissions))
    query = query.where(deliveries.c.state == "dead" if dead else deliveries.c.state != "sent")
    if course_id:
        query = query.where(submissions.c.course_id == course_id)
    if assignment:
        query = query.where(submissions.c.assignment == assignment)
    rows = connection.execute(query.order_by(deliveries.c.next_at.desc(), deliveries.c.id).limit(most))
    width = len(deliveries.c)
    return [Unsent(Delivery(*row[:width]), Submission(*row[width:])) for row in rows]


def counts(connection: Connection) -> dict[tuple[str, State], int]:
    """Return how many there are of each kind in each state."""
    columns = (deliveries.c.kind, deliveries.c.state)
    rows = connection.execute(select(*columns, func.count()).group_by(*columns))
    return {(kind, state): number for kind, state, number in rows}
