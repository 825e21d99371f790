"""Rows that are old, and the files that rows name."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from grader.service.schema import attempts, deliveries, forgotten, launches, reports, submissions

#: How the keys of work begin that is fetched from platforms: those go on listing what was removed here.
_FETCHED: Final = ("canvas:", "moodle:")


def remove_before(connection: Connection, before: datetime, most: int) -> int:
    """Remove submissions received before that time with all that hangs on them, but for those that wait or run.

    Of work that was fetched from a platform its key stays, so that it is not taken for new. What older launches said
    goes too: whoever comes again says it again. Returns how many submissions.
    """
    connection.execute(delete(launches).where(launches.c.launched_at < before))
    busy = select(attempts.c.submission_id).where(attempts.c.state.in_(("queued", "running")))
    old = select(submissions).where(submissions.c.received_at < before, submissions.c.id.not_in(busy)).limit(most)
    rows = connection.execute(old).all()
    if not rows:
        return 0
    ids = [row.id for row in rows]
    keys = [
        {"course_id": row.course_id, "key": row.idempotency_key}
        for row in rows
        if (row.idempotency_key or "").startswith(_FETCHED)
    ]
    if keys:
        connection.execute(insert(forgotten), keys)
    tried = select(attempts.c.id).where(attempts.c.submission_id.in_(ids))
    connection.execute(delete(deliveries).where(deliveries.c.attempt_id.in_(tried)))
    connection.execute(delete(reports).where(reports.c.attempt_id.in_(tried)))
    connection.execute(delete(attempts).where(attempts.c.submission_id.in_(ids)))
    connection.execute(delete(submissions).where(submissions.c.id.in_(ids)))
    return len(ids)


def is_forgotten(connection: Connection, course_id: str, key: str) -> bool:
    """Return whether work of a platform with this key was here and is removed."""
    wanted = (forgotten.c.course_id == course_id) & (forgotten.c.key == key)
    return connection.execute(select(forgotten).where(wanted).limit(1)).first() is not None


def named_files(connection: Connection) -> set[str]:
    """Return the digests of all files that rows name."""
    columns = (submissions.c.source_sha256, reports.c.json_sha256, reports.c.html_sha256)
    return {digest for column in columns for digest in connection.scalars(select(column).distinct())}
