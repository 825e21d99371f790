"""The report: what a grading run says, to people and to machines. `grade schema` prints its JSON Schema.

All models are frozen. Numbers are finite or absent, so that the JSON is JSON. A new field is a new minor version of
`SCHEMA_VERSION`; a changed or removed one is a new major version.
"""

import math
from enum import StrEnum
from typing import Annotated, Final, Literal, SupportsFloat

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

SCHEMA_VERSION: Final = "1.1"


class Frozen(BaseModel):
    """A model that cannot change, has no unknown fields, and takes no NaN and no infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def _finite(value: object) -> object:
    return None if isinstance(value, SupportsFloat) and not math.isfinite(value) else value


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


#: A number for JSON: what is not finite becomes null, and the sentence beside it says what it was.
Number = Annotated[float | None, BeforeValidator(_finite)]

#: Text that may come from a submission: a name or a message can hold half characters, which no JSON can.
Text = Annotated[str, AfterValidator(_encodable)]

#: A small matrix as people read it: rows of numbers to three decimals ("0.401", "nan").
Grid = tuple[tuple[Text, ...], ...]


class Status(StrEnum):
    """What became of one check."""

    PASSED = "passed"
    PARTIAL = "partial"
    FAILED = "failed"
    SKIPPED = "skipped"  # it needs another check, which the message names


class Cause(StrEnum):
    """Why a check is not passed. Decided by the judge from what it saw."""

    WRONG = "wrong"  # well-formed numbers, other than the right ones
    SHAPE = "shape"  # another number of values, or another shape
    DTYPE = "dtype"  # no numbers, or numbers of a kind that cannot hold the answer
    NON_FINITE = "non_finite"  # NaN or infinity
    MISSING = "missing"  # no such function, or it returns nothing
    IMPORT = "import"  # the file could not be imported
    EXCEPTION = "exception"  # the call raised
    EXIT = "exit"  # the process ended itself
    SIGNAL = "signal"  # the process was ended by a signal it caused
    TIMEOUT = "timeout"
    MEMORY = "memory"
    OUTPUT = "output"  # more text than anyone reads
    DISK = "disk"
    PROCESSES = "processes"
    PROTOCOL = "protocol"  # bytes that are no answer
    POLICY = "policy"  # the lab asks the student to write what was called
    UNSTABLE = "unstable"  # the same question, another answer
    IMPURE = "impure"  # the arguments were changed


class Evidence(Frozen):
    """One observation, enough to see it again by hand. `error` and `tolerance` are absolute, in units of the value.

    `index` counts from 0. `got` and `want` are short texts: a number, a row, a shape.
    """

    case: Text
    got: Text
    want: Text
    index: tuple[int, ...] | None = None
    error: Number = None
    tolerance: Number = None
    error_over_tolerance: Number = None
    seed: int | None = None


class MatrixFigure(Frozen):
    """A matrix as it came beside the wanted one; `rows` and `columns` say what its axes are."""

    kind: Literal["matrix"] = "matrix"
    title: str
    rows: str
    columns: str
    got: Grid
    want: Grid


class CurveFigure(Frozen):
    """A quantity `y` as it came and as it was wanted, at the places `at` of the axis `x`."""

    kind: Literal["curve"] = "curve"
    title: str
    x: str
    y: str
    at: tuple[float, ...]
    got: tuple[Number, ...]
    want: tuple[float, ...]


Figure = Annotated[MatrixFigure | CurveFigure, Field(discriminator="kind")]


class Finding(Frozen):
    """What a check says about the answers, before points come into it.

    `share` is the part of the points that a partial one earns.
    """

    status: Status
    cause: Cause | None = None
    message: Text = ""
    evidence: tuple[Evidence, ...] = ()
    figure: Figure | None = None
    share: float = 0.0


class Check(Frozen):
    """A finding with its title, its points and what to look at. `bugs` are the named bugs that explain a failure."""

    id: str
    title: str
    status: Status
    points: float
    max_points: float
    cause: Cause | None
    message: Text
    hint: str
    evidence: tuple[Evidence, ...]
    visibility: Literal["visible", "after_due", "hidden"]
    figure: Figure | None = None
    bugs: tuple[str, ...] = ()


class Example(Frozen):
    """The smallest inputs that show a bug, and the returned `value` as it came and as it was wanted.

    Where nothing came `got` is empty and `message` says what came instead.
    """

    inputs: dict[str, Grid]
    value: str
    got: Grid
    want: Grid
    message: Text = ""


class Place(Frozen):
    """A line that decides a bug: a small repair there, run in the sandbox, made the failing checks pass.

    `where` says it in words ("line 12", "cell 3, line 2"). `change` is the repaired line, given only where the
    assignment allows it.
    """

    file: Text
    line: int
    where: Text
    code: Text
    change: Text = ""


class Lookalike(Frozen):
    """Another bug that gives the same numbers."""

    bug: str
    title: str


class Diagnosis(Frozen):
    """A named bug: what happens, and a question that leads to it.

    `bug` is None for an observation: something is known about the numbers, but no bug fits them. `also` are bugs
    that no number tells apart from this one. The most telling diagnosis comes first in a report.
    """

    bug: str | None
    title: str
    explanation: Text
    hint: str
    function: str
    lesson: str
    also: tuple[Lookalike, ...] = ()
    example: Example | None = None
    place: Place | None = None


class AssignmentInfo(Frozen):
    """Which assignment was graded. `digest` is the SHA-256 of all its files."""

    id: str
    version: str
    digest: str


class SubmissionInfo(Frozen):
    """What was graded. `functions` maps the lab's names to the names found."""

    name: Text
    sha256: str
    functions: dict[str, Text]


class Notice(Frozen):
    """A remark that costs nothing: how a file was read, what was charitable, what a person may want to look at."""

    kind: Literal["intake", "style", "precision", "policy", "output"]
    message: Text


class OutputText(Frozen):
    """What the submission printed, cut at a cap. Text for people; nothing in it was read by the grader."""

    stdout: Text = ""
    stderr: Text = ""


class SandboxInfo(Frozen):
    """How the submission was confined."""

    level: str
    layers: tuple[str, ...]


class Timings(Frozen):
    """Wall time in seconds. The only part of a report that differs between two runs with one seed."""

    start: float
    load: float
    calls: float
    total: float


class Report(Frozen):
    """Everything that one grading run has to say."""

    schema_version: str = SCHEMA_VERSION
    status: Literal["graded", "rejected", "grader_error"]
    message: Text = ""
    score: float | None
    max_score: float
    assignment: AssignmentInfo
    submission: SubmissionInfo
    checks: tuple[Check, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    notices: tuple[Notice, ...] = ()
    output: OutputText = OutputText()
    sandbox: SandboxInfo
    environment: dict[str, str]
    seed: int | None
    timings: Timings
