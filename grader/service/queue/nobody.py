"""Whether anybody grades."""

from datetime import timedelta
from typing import Final

from sqlalchemy import Connection

from grader.service.columns import now
from grader.service.queue.reaper import DEAD_SECONDS
from grader.service.store import workers

WARNING: Final = (
    f"No worker has shown in the last {DEAD_SECONDS:g} seconds that it lives: nothing is graded. What is handed in is "
    "kept and waits. Start one with grade worker; if one should be running, its log says why it is not."
)


def warning(connection: Connection) -> str:
    """Return what to do where no worker lives, "" where one does.

    Unlike the reaper this compares clocks, of this machine and the worker's: it takes nothing from anybody, and a
    clock that is seconds off costs a warning.
    """
    oldest = now() - timedelta(seconds=DEAD_SECONDS)
    return "" if any(worker.seen_at >= oldest for worker in workers.all_of_them(connection)) else WARNING
