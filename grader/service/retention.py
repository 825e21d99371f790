"""What is old goes: submissions after so many days, and files that no row names."""

from datetime import timedelta
from typing import Final

import structlog
from sqlalchemy import Engine

from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.files import Files
from grader.service.store import ageing, audit

_log = structlog.get_logger()

#: Seconds that a file of no row is kept: it may be one whose row is just being written.
_ORPHAN_SECONDS: Final = 24 * 3600.0
_PAGE: Final = 200


def clear_up(database: Engine, files: Files, days: int) -> tuple[int, int]:
    """Remove submissions older than `days` (0 keeps all) that are not being graded, then files that are nobody's.

    Returns how many of each.
    """
    submissions = 0
    while days:
        with writing(database) as connection:
            found = ageing.remove_before(connection, now() - timedelta(days=days), _PAGE)
            if found:
                audit.record(connection, "service", "retention", "", f"{found} submissions")
        submissions += found
        if found < _PAGE:
            break
    orphans = _orphans(database, files)
    if submissions or orphans:
        _log.info("cleared up", submissions=submissions, files=orphans)
    return submissions, orphans


def _orphans(database: Engine, files: Files) -> int:
    files.sweep(_ORPHAN_SECONDS)
    old = list(files.old(_ORPHAN_SECONDS))
    if not old:
        return 0
    with reading(database) as connection:
        named = ageing.named_files(connection)
    return sum(files.remove(sha256, _ORPHAN_SECONDS) for sha256 in old if sha256 not in named)
