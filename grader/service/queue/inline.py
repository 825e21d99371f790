"""A queue that lives in memory, for tests and for a service that takes uploads and lets others grade them."""

from collections.abc import Collection

from grader.service.queue.port import JobState


class InlineJobs:
    """Jobs as a list, which dies with the process."""

    def __init__(self) -> None:
        self.jobs: dict[str, int] = {}
        self.ended: set[str] = set()

    def submit(self, job: str, priority: int) -> None:
        """See `Jobs.submit`."""
        self.jobs.setdefault(job, priority)

    def cancel(self, job: str) -> None:
        """See `Jobs.cancel`."""
        if self.jobs.pop(job, None) is not None:
            self.ended.add(job)

    def states(self, jobs: Collection[str]) -> dict[str, JobState]:
        """See `Jobs.states`."""
        ended: dict[str, JobState] = dict.fromkeys(self.ended.intersection(jobs), "ended")
        waiting: dict[str, JobState] = {job: "waiting" for job in jobs if job in self.jobs}
        return waiting | ended

    def check(self) -> None:
        """See `Jobs.check`."""

    def holders(self) -> set[str]:
        """See `HeldJobs.holders`: none of its jobs runs."""
        return set()

    def forget(self, executor: str) -> None:
        """See `HeldJobs.forget`."""

    def close(self) -> None:
        """See `Jobs.close`."""
