"""Attempts: each is one grading of a submission, from waiting to its end.

        take                finish
queued ------> running ----------> done | parked
   ^  \\__________/ |  \\___________> cancelled
   |   cancel      |
   \\-------------- put back: whoever graded it died, stops, or cannot now; then it rests for a while

Whoever takes an attempt gets a lease. Only who holds the attempt's present lease can write its end; a try that was
taken for dead and lives on finds that its lease is another's, and nothing of it is kept.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, insert, not_, or_, select, update

from grader.service.columns import later, new_id, now
from grader.service.schema import attempts, submissions

State = Literal["queued", "running", "done", "parked", "cancelled"]
Kind = Literal["first", "regrade"]

#: Seconds that one rests after its first try, its second, …; the last for all that come after.
_RESTS: Final = (5, 15, 45, 135, 300)


@dataclass(frozen=True)
class Attempt:
    """One grading. `tries` counts how often it was taken, `deaths` how often that ended badly.

    `finished_at` of one that waits is the end of a try after which it rests.
    """

    id: str
    submission_id: str
    kind: Kind
    state: State
    priority: int
    tries: int
    deaths: int
    lease: str | None
    worker: str | None
    seed: int
    queued_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    fault: str | None

    @property
    def job(self) -> str:
        """The id of the queue's job that may take it: another one after each try, so that an old job takes nothing."""
        return f"{self.id}.{self.tries}"

    def rests(self, at: datetime) -> bool:
        """Whether it waits until what it could not be graded for may be repaired."""
        if self.finished_at is None or self.finished_at > at:  # by another clock, or this one was set back
            return False
        return at < self.finished_at + timedelta(seconds=_RESTS[min(self.tries, len(_RESTS)) - 1])


def add(connection: Connection, submission_id: str, *, kind: Kind, priority: int, seed: int) -> Attempt:
    """Add an attempt that waits. It is the newest of its submission, also by a clock that was set back."""
    others = select(func.max(attempts.c.queued_at)).where(attempts.c.submission_id == submission_id)
    at = later(connection.scalar(others))
    attempt = Attempt(
        new_id(), submission_id, kind, "queued", priority, 0, 0, None, None, seed, at, None, None, None
    )  # fmt: skip
    connection.execute(insert(attempts).values(**attempt.__dict__))
    return attempt


def by_id(connection: Connection, id: str) -> Attempt | None:  # noqa: A002
    """Return an attempt."""
    row = connection.execute(select(attempts).where(attempts.c.id == id)).one_or_none()
    return Attempt(*row) if row else None


def of_submission(connection: Connection, submission_id: str) -> list[Attempt]:
    """Return the attempts of a submission, the newest first."""
    query = select(attempts).where(attempts.c.submission_id == submission_id)
    return [Attempt(*row) for row in connection.execute(query.order_by(attempts.c.queued_at.desc(), attempts.c.id))]


def take(connection: Connection, id: str, tries: int, worker: str, lease: str) -> Attempt | None:  # noqa: A002
    """Take a waiting attempt with a new lease; None if it is not waiting, or for another try than this one.

    Who asks again with the same lease, not knowing whether it was written, has it.
    """
    wanted = and_(attempts.c.id == id, attempts.c.state == "queued", attempts.c.tries == tries)
    taken = {
        "state": "running",
        "tries": tries + 1,
        "lease": lease,
        "worker": worker,
        "started_at": now(),
        "finished_at": None,
    }
    connection.execute(update(attempts).where(wanted).values(**taken))
    now_there = by_id(connection, id)
    return now_there if now_there is not None and now_there.lease == lease else None


def finish(connection: Connection, attempt: Attempt, state: State, fault: str | None = None) -> bool:
    """End an attempt that is running; return False, and change nothing, if its lease is no longer this one."""
    ended = {"state": state, "lease": None, "finished_at": now(), "fault": fault}
    return connection.execute(update(attempts).where(_held(attempt)).values(**ended)).rowcount == 1


def put_back(
    connection: Connection, attempt: Attempt, *, died: str = "", most_deaths: int = 0, rests: bool = False
) -> Attempt | None:
    """Let an attempt that is running wait again, or park it if its worker `died` over it too often.

    Returns the attempt as it is now; None, and changes nothing, if its lease is no longer this one.
    """
    deaths = attempt.deaths + bool(died)
    if died and deaths >= most_deaths:
        fault = f"What graded this ended {deaths} times, the last time so: {died}. This is a fault of ours."
        values = {"state": "parked", "finished_at": now(), "fault": fault}
    else:
        values = {"state": "queued", "worker": None, "started_at": None, "fault": died or None}
        values["finished_at"] = now() if rests else None
    changed = update(attempts).where(_held(attempt)).values(lease=None, deaths=deaths, **values)
    return by_id(connection, attempt.id) if connection.execute(changed).rowcount == 1 else None


def renew(connection: Connection, attempt: Attempt) -> Attempt | None:
    """Give an attempt that waits, and whose job is gone, another job; None if it does not wait for that job."""
    wanted = and_(attempts.c.id == attempt.id, attempts.c.state == "queued", attempts.c.tries == attempt.tries)
    changed = update(attempts).where(wanted).values(tries=attempt.tries + 1)
    return by_id(connection, attempt.id) if connection.execute(changed).rowcount == 1 else None


def cancel(connection: Connection, id: str) -> bool:  # noqa: A002
    """End an attempt that waits or runs; return whether it did. Whatever grades it finds its lease gone."""
    wanted = and_(attempts.c.id == id, attempts.c.state.in_(("queued", "running")))
    ended = {"state": "cancelled", "lease": None, "finished_at": now()}
    return connection.execute(update(attempts).where(wanted).values(**ended)).rowcount == 1


def running_of(connection: Connection, worker: str) -> list[Attempt]:
    """Return what a worker has taken and not ended."""
    wanted = and_(attempts.c.state == "running", attempts.c.worker == worker)
    return [Attempt(*row) for row in connection.execute(select(attempts).where(wanted))]


def running_of_nobody(connection: Connection, known: Collection[str]) -> list[Attempt]:
    """Return what is running in the name of a worker that is not among the `known`."""
    wanted = and_(attempts.c.state == "running", attempts.c.worker.not_in(known))
    return [Attempt(*row) for row in connection.execute(select(attempts).where(wanted))]


def queued(
    connection: Connection, *, after: tuple[datetime, str] | None, young: tuple[datetime, datetime], most: int
) -> list[Attempt]:
    """Return a page of what waits, in the order of arrival, without what came between the two times of `young`."""
    query = select(attempts).where(attempts.c.state == "queued", not_(attempts.c.queued_at.between(*young)))
    if after is not None:
        at, last = after
        same_moment = and_(attempts.c.queued_at == at, attempts.c.id > last)
        query = query.where(or_(attempts.c.queued_at > at, same_moment))
    rows = connection.execute(query.order_by(attempts.c.queued_at, attempts.c.id).limit(most))
    return [Attempt(*row) for row in rows]


def counts(connection: Connection) -> dict[State, int]:
    """Return how many attempts there are in each state."""
    rows = connection.execute(select(attempts.c.state, func.count()).group_by(attempts.c.state)).all()
    return dict(rows)


def waiting_first(connection: Connection) -> int:
    """Return how many uploads wait; what is graded again waits behind them, each submission once at most."""
    wanted = and_(attempts.c.state == "queued", attempts.c.kind == "first")
    return connection.scalar(select(func.count()).where(wanted)) or 0


def waiting_of_student(connection: Connection, course_id: str, student_key: str) -> int:
    """Return how many attempts of a student's own uploads wait or run."""
    query = (
        select(func.count())
        .select_from(attempts.join(submissions))
        .where(attempts.c.state.in_(("queued", "running")), attempts.c.kind == "first")
        .where(submissions.c.course_id == course_id, submissions.c.student_key == student_key)
    )
    return connection.scalar(query) or 0


def oldest_waiting(connection: Connection) -> datetime | None:
    """Return since when the one has waited that waits longest."""
    row = connection.execute(
        select(attempts.c.queued_at).where(attempts.c.state == "queued").order_by(attempts.c.queued_at).limit(1)
    ).one_or_none()
    return row.queued_at if row else None


def ahead_of(connection: Connection, attempt: Attempt) -> int:
    """Return how many attempts will be taken before one that waits."""
    same = and_(attempts.c.priority == attempt.priority, attempts.c.queued_at < attempt.queued_at)
    first = or_(attempts.c.priority < attempt.priority, same)
    return connection.scalar(select(func.count()).where(attempts.c.state == "queued", first)) or 0


def parked(connection: Connection, most: int = 200) -> list[Attempt]:
    """Return what was parked, the newest first."""
    query = select(attempts).where(attempts.c.state == "parked").order_by(attempts.c.finished_at.desc()).limit(most)
    return [Attempt(*row) for row in connection.execute(query)]


def _held(attempt: Attempt) -> ColumnElement[bool]:
    return and_(attempts.c.id == attempt.id, attempts.c.state == "running", attempts.c.lease == attempt.lease)
