"""One line of a rubric: which calls it needs, and what it says about their answers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

import numpy as np
from pydantic import BeforeValidator, Field, WithJsonSchema

from grader.checks.case import Answer, Case, Failure
from grader.checks.lab import Lab
from grader.report import Cause, Evidence, Figure, Finding, Frozen, Status

_STILL = 0.01  # of the right answer's movement: less is a constant with a trace of its arguments


class Ref(NamedTuple):
    """A value that a function returns; in a manifest "function.value"."""

    function: str
    value: str


def _ref(text: object) -> object:
    return Ref(*text.split(".")) if isinstance(text, str) and text.count(".") == 1 else text


ValueRef = Annotated[
    Ref, BeforeValidator(_ref), WithJsonSchema({"type": "string", "pattern": r"^[^.]+\.[^.]+$"}, mode="validation")
]


def passed(message: str = "", evidence: Iterable[Evidence] = ()) -> Finding:
    """Return the finding that all is well."""
    return Finding(status=Status.PASSED, message=message, evidence=tuple(evidence))


def failed(cause: Cause, message: str, evidence: Iterable[Evidence] = ()) -> Finding:
    """Return the finding that something is not as asked, and why."""
    return Finding(status=Status.FAILED, cause=cause, message=message, evidence=tuple(evidence))


class Item(Frozen):
    """A question of the rubric. Each kind adds its own parameters; none has a tolerance by default.

    `extra` points come on top of the full score. `partial` gives a share of the points for those of `of` that pass.
    `needs` are checks that stand above this one: where one of them is not passed, this one is skipped.
    """

    #: Whether this kind tells the numbers that a question says (`Function.said`), on which the right answer hangs.
    says: ClassVar[bool] = False

    id: str
    title: str
    points: float = Field(gt=0)
    hint: str = ""
    visibility: Literal["visible", "after_due", "hidden"] = "visible"
    extra: bool = False
    partial: bool = False
    needs: tuple[str, ...] = ()

    def functions(self) -> tuple[str, ...]:
        """Return the names of the lab's functions that this item calls."""
        raise NotImplementedError

    def refs(self) -> tuple[Ref, ...]:
        """Return the returned values that this item names."""
        return ()

    def takes(self) -> tuple[tuple[str, str], ...]:
        """Return each function with an argument of it that this item names."""
        return ()

    def walks(self) -> tuple[tuple[str, str, str | int], ...]:
        """Return each function with an argument of it and a dimension of that, or the number of its axis."""
        return ()

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """Return the calls to make. Draws only from `rng`, so that a seed gives the same calls again."""
        raise NotImplementedError

    def loosened(self, factor: float) -> Self:
        """Return this question with each tolerance of its own `factor` times as wide."""
        own = {name: factor * value for name, value in self if name.endswith("tolerance") and value is not None}
        return self.model_copy(update=own)

    def find(self, answers: Mapping[str, Answer]) -> Finding:
        """Judge the answers, by the ids of their cases, and draw them where this kind draws."""
        found = self._found(answers)
        if self.partial and found.status is Status.FAILED:
            parts = self.parts()
            passed = sum(part.passed_alone(answers) for part in parts)
            if passed:
                found = found.model_copy(update={"status": Status.PARTIAL, "share": passed / len(parts)})
        return found.model_copy(update={"figure": self.figure(answers)})

    def parts(self) -> tuple[Self, ...]:
        """Return this item for each thing alone that it asks of several; nothing where it asks of one."""
        of = getattr(self, "of", ())
        several = isinstance(of, tuple) and not isinstance(of, Ref) and len(of) > 1
        return tuple(self.model_copy(update={"of": (one,)}) for one in of) if several else ()

    def passed_alone(self, answers: Mapping[str, Answer]) -> bool:
        """Whether this part of an item passes, by the answers of its own function."""
        own = {id_: answer for id_, answer in answers.items() if answer.case.function == self.functions()[0]}
        return self._found(own).status is Status.PASSED

    def _found(self, answers: Mapping[str, Answer]) -> Finding:
        for answer in answers.values():
            failure = self.unusable(answer)
            if failure is not None:
                return failed(failure.cause, failure.message)
        return self.judge(answers)

    def unusable(self, answer: Answer) -> Failure | None:
        """Say why this answer cannot be judged at all, if it cannot."""
        return answer.unusable(answer.want, finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """Judge answers that are all usable."""
        raise NotImplementedError

    def figure(self, answers: Mapping[str, Answer]) -> Figure | None:
        """Draw what came beside what was wanted, whatever the verdict; None where that is no picture."""
        return None


def constant(first: Answer, other: Answer) -> bool:
    """Whether different arguments gave the same values, or nearly: an answer that earns nothing."""
    return all(_still(first, other, name) for name in first.got if name in other.got)


def _still(first: Answer, other: Answer, name: str) -> bool:
    """Whether a value moved by less than a hundredth of what the right one moved by."""
    one, two = first.got[name], other.got[name]
    wanted, moved = first.want[name].value, other.want[name].value
    comparable = one.shape == two.shape and wanted.shape == moved.shape and one.size and np.isfinite(one - two).all()
    if not comparable:
        return np.array_equal(one, two)
    return bool(np.abs(one - two).max() <= _STILL * np.abs(wanted - moved).max())


def constant_finding(function: str, arguments: str = "its arguments") -> Finding:
    """Return the finding that a function does not look at its arguments, or at those named."""
    message = f"{function} gives the same answer whatever {arguments} may be."
    return failed(Cause.WRONG, message)
