"""One question to a submission, and its answer beside the expected one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from grader.checks import sentence
from grader.checks.lab import Array
from grader.report import Cause

Float = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """Call `function` with `arguments`. `id` is unique within its check and says what is special about it.

    `echo` asks for the arguments after the call; `afresh` asks another worker, which has answered nothing yet. `said`
    are numbers that the question says: the right answer hangs on them, but nobody passes them.
    """

    id: str
    function: str
    arguments: Mapping[str, Array]
    echo: bool = False
    afresh: bool = False
    said: Mapping[str, Array] = field(default_factory=dict)

    @property
    def dtype(self) -> str:
        """The precision of the question: float64 where no argument is of a lower one."""
        return "float32" if any(a.dtype == np.float32 for a in self.arguments.values()) else "float64"

    @property
    def called(self) -> str:
        """The call as it stands in a sentence: attention(Q (3, 4), heads = 2)."""
        return f"{self.function}({sentence.arguments(self.arguments)})" if self.arguments else self.function


@dataclass(frozen=True)
class Expected:
    """The right value, how far a right answer of single precision may be from it, and one of double precision.

    The latter is None where the arguments are of single precision.
    """

    value: Float
    bound: Float
    double_bound: Float | None = None


@dataclass(frozen=True)
class Failure:
    """Why there is no usable answer, in words for the student.

    `bug` is its id where the failure names it; `raised` the class and message of an exception of the submission.
    """

    cause: Cause
    message: str
    bug: str = ""
    raised: str = ""


@dataclass(frozen=True)
class Answer:
    """What a submission answered to one case.

    `got` holds the values that came, by name, as float64; `dtypes` what they were; `problems` what was wrong with
    the way they were returned although they could be read; `after` the arguments after the call, if asked for; `shown`
    the answers that values were taken from which the function is not asked to return.
    """

    case: Case
    want: Mapping[str, Expected]
    got: Mapping[str, Float] = field(default_factory=dict)
    dtypes: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, Array] = field(default_factory=dict)
    problems: tuple[Failure, ...] = ()
    failure: Failure | None = None
    shown: tuple["Answer", ...] = ()

    def unusable(self, names: Iterable[str], *, finite: bool) -> Failure | None:
        """Say why the named values cannot be judged: not there, of another shape, or (if asked) not finite."""
        if self.failure is not None:
            return self.failure
        for name in names:
            if name not in self.got:
                return (
                    self.problems[0]
                    if self.problems
                    else Failure(Cause.MISSING, f"{self.case.called}: the {name} is missing.")
                )
            got, want = self.got[name], self.want[name].value
            if got.shape != want.shape:
                asked, came = sentence.shape(want.shape), sentence.shape(got.shape)
                return Failure(
                    Cause.SHAPE, f"{self.case.called}: the {name} should have shape {asked}; yours has {came}."
                )
            if finite and not np.isfinite(got).all():
                return Failure(Cause.NON_FINITE, f"{self.case.called}: {sentence.not_finite(name, got)}.")
        return None

    def within(self, name: str) -> bool:
        """Whether the named value is right to its bound. False for NaN, always, and for a value that did not come."""
        if name not in self.got:
            return False
        got, want = self.got[name], self.want[name]
        return got.shape == want.value.shape and bool(np.all(np.abs(got - want.value) <= want.bound))

    def fitting(self) -> list[str]:
        """Return the names of the values that came in the shape that was asked."""
        return [
            name for name, want in self.want.items() if name in self.got and self.got[name].shape == want.value.shape
        ]
