"""Rows that are old, and the files that rows name."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from grader.service.schema import attempts, deliveries, launches, reports, submissions


def remove_before(connection: Connection, before: datetime, most: int) -> int:
    """Remove submissions received before that time with all that hangs on them, but for those that wait or run.

    What older launches said goes too: whoever comes again says it again. Returns how many submissions.
    """
    connection.execute(delete(launches).where(launches.c.launched_at < before))
    busy = select(attempts.c.submission_id).where(attempts.c.state.in_(("queued", "running")))
    old = select(submissions.c.id).where(submissions.c.received_at < before, submissions.c.id.not_in(busy)).limit(most)
    ids = list(connection.scalars(old))
    if not ids:
        return 0
    tried = select(attempts.c.id).where(attempts.c.submission_id.in_(ids))
    connection.execute(delete(deliveries).where(deliveries.c.attempt_id.in_(tried)))
    connection.execute(delete(reports).where(reports.c.attempt_id.in_(tried)))
    connection.execute(delete(attempts).where(attempts.c.submission_id.in_(ids)))
    connection.execute(delete(submissions).where(submissions.c.id.in_(ids)))
    return len(ids)


def named_files(connection: Connection) -> set[str]:
    """Return the digests of all files that rows name."""
    columns = (submissions.c.source_sha256, reports.c.json_sha256, reports.c.html_sha256)
    return {digest for column in columns for digest in connection.scalars(select(column).distinct())}
