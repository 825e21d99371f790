"""What the parent of a batch and its jobs say to each other: one JSON object a line, over the job's stdin and stdout.

parent → job     a Task, once
job → parent     Said "ready": the sandbox works, and which it is
parent → job     Order "try" with an entry
job → parent     Said "source" with its digest, unless nothing can be graded
parent → job     Order "grade", "copy" or "later"
job → parent     Said "done" with the row, when report and page are written; "left" after "later"
job → parent     Said "fault" at any time, and it ends: nobody can go on
"""

from typing import Literal

from grader.batch.result import Row
from grader.lms.roster import Entry
from grader.report import Frozen, SandboxInfo


class Task(Frozen):
    """What holds for all entries: folders, the assignment with its digest, the seed, the sandbox, and whose turn."""

    assignment: str
    digest: str
    seed: int
    root: str
    out: str
    pages: bool
    sandbox: Literal["auto", "namespaces", "landlock", "process"]
    turn: int


class Order(Frozen):
    """What to do: `try` an entry; `grade` it, `copy` the report of the entry `of`, or leave it for `later`."""

    do: Literal["try", "grade", "copy", "later"]
    entry: Entry | None = None
    of: str = ""


class Said(Frozen):
    """What became of an order."""

    what: Literal["ready", "source", "done", "left", "fault"]
    digest: str = ""
    row: Row | None = None
    sandbox: SandboxInfo | None = None
    message: str = ""
    exit_code: int = 0
