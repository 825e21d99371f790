"""What a worker of the service and the processes that grade for it say to each other; see `crew.member`.

worker → process    a Task, once
process → worker    Said "ready": the sandbox works, and which it is
worker → process    an Order
process → worker    Said "done" with what came of it, its files kept; "broken" if the assignment is; or "fault", and
                    the process ends
"""

from typing import Literal

from grader.report import Frozen, SandboxInfo


class Task(Frozen):
    """What holds for all orders: the folder of the files, the sandbox and the weakest accepted, and whose turn."""

    files: str
    sandbox: Literal["auto", "namespaces", "landlock", "process"]
    require: Literal["namespaces", "landlock", "process"]
    turn: int


class Order(Frozen):
    """Grade the upload with this digest, which came under this name, by the assignment in this folder."""

    sha256: str
    name: str
    assignment: str
    seed: int


class Outcome(Frozen):
    """The outline of a report, and where it and its page lie among the files."""

    status: Literal["graded", "rejected", "grader_error"]
    score: float | None
    max_score: float
    json_sha256: str
    html_sha256: str
    bug_ids: tuple[str, ...]


class Said(Frozen):
    """What became of an order, or of the process."""

    what: Literal["ready", "done", "broken", "fault"]
    sandbox: SandboxInfo | None = None
    outcome: Outcome | None = None
    message: str = ""
    exit_code: int = 0
