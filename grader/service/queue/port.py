"""What the service asks of a queue: to carry names of jobs, by priority, to whoever is free.

A job is one try of an attempt, "ATTEMPT.TRIES". The queue is not the truth: an attempt that waits in the tables and
has no job in the queue is given one again, and a job whose attempt does not wait for it does nothing.
"""

from collections.abc import Collection
from typing import Final, Literal, Protocol

#: Priorities, the lower the sooner: one student who waits, a class, what is graded again.
STUDENT: Final = 1
BATCH: Final = 5
REGRADE: Final = 9

JobState = Literal["waiting", "running", "ended"]


class Jobs(Protocol):
    """A queue as those see it who put jobs into it."""

    def submit(self, job: str, priority: int) -> None:
        """Put a job in, durably; nothing happens if it was put in before."""
        ...

    def cancel(self, job: str) -> None:
        """Take a job out if it waits. Ending what runs is the worker's part."""
        ...

    def states(self, jobs: Collection[str]) -> dict[str, JobState]:
        """Return how these jobs stand; those that the queue does not know are left out."""
        ...

    def check(self) -> None:
        """Raise if the queue cannot be reached."""
        ...

    def close(self) -> None:
        """Let go of the queue; jobs stay in it."""
        ...
