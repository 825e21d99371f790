"""A queue that lives in memory, for tests and for a service that takes uploads and lets others grade them."""

from collections.abc import Collection

from grader.service.queue.port import JobState


class InlineJobs:
    """Jobs as a list, which dies with the process."""

    def __init__(self) -> None:
        self.jobs: dict[str, int] = {}

    def submit(self, job: str, priority: int) -> None:
        """See `Jobs.submit`."""
        self.jobs.setdefault(job, priority)

    def cancel(self, job: str) -> None:
        """See `Jobs.cancel`."""
        self.jobs.pop(job, None)

    def states(self, jobs: Collection[str]) -> dict[str, JobState]:
        """See `Jobs.states`."""
        return {job: "waiting" for job in jobs if job in self.jobs}

    def waiting(self) -> int:
        """See `Jobs.waiting`."""
        return len(self.jobs)

    def close(self) -> None:
        """See `Jobs.close`."""
