"""The processes that grade a class, as their parent has them."""

from typing import Final

from grader.batch.words import Said, Task
from grader.crew.member import Member
from grader.report import SandboxInfo

_MODULE: Final = "grader.batch.job"


class Job(Member[Said]):
    """One job. `entry` is the place in the roster of what it works on; `lock` a descriptor that it keeps open."""

    def __init__(self, task: Task, lock: int) -> None:
        super().__init__(_MODULE, task, Said, keep=(lock,))
        self.task, self.entry = task, -1
        self.sandbox: SandboxInfo | None = None  # known once it is ready
