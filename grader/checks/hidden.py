"""Do hidden keys get no weight at all, and the others some? The right weights say which are hidden: they are 0."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.item import Item, Ref, ValueRef, constant, constant_finding, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Evidence, Finding

_SEEN = 1e-3  # right weights above this are those of keys that are plainly seen
_TURNS = ("first", "other", "third")  # masks differ


class Hidden(Item):
    """Weights `of` keys that are hidden are 0, to `tolerance`; those of keys that are plainly seen are not 0."""

    kind: Literal["hidden"]
    of: tuple[ValueRef, ...] = Field(min_length=1)
    tolerance: float = Field(gt=0, lt=_SEEN)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(ref.function for ref in self.of)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return self.of

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Square, so that a mask on the wrong axis runs and can be named."""
        sizes = lab.squared(rng)
        return [
            Case(f"{ref.function} {turn}", ref.function, lab.functions[ref.function].draw(sizes, rng, "float32"))
            for ref in self.of
            for turn in _TURNS
        ]

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`."""
        return answer.unusable([ref.value for ref in self.of if ref.function == answer.case.function], finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for ref in self.of:
            asked = [answers[f"{ref.function} {turn}"] for turn in _TURNS]
            if constant(*asked[:2]):
                return constant_finding(ref.function)
            for answer in asked:
                finding = self._judge_one(answer, ref)
                if finding is not None:
                    return finding
        return passed()

    def _judge_one(self, answer: Answer, ref: Ref) -> Finding | None:
        got, want = np.abs(answer.got[ref.value]), answer.want[ref.value].value
        leaks = np.where(want == 0, got, 0)
        unseen = np.where((want > _SEEN) & (got == 0), want, 0)
        if leaks.max() > self.tolerance:
            at, what = sentence.first(leaks), "is hidden, but has"
        elif unseen.any():
            at, what = sentence.first(unseen), "may be seen, but has"
        else:
            return None
        query, right = sentence.at(at[:-1]), sentence.row(want[at[:-1]])
        message = (
            f"{ref.function}, query {query}: key {at[-1]} {what} weight {sentence.number(got[at])}. "
            f"The weights should be {right}; yours are {sentence.row(answer.got[ref.value][at[:-1]])}."
        )
        seen = Evidence(
            case=answer.case.id, index=at, got=sentence.number(got[at]), want=sentence.number(float(want[at]))
        )
        return failed(Cause.WRONG, message, [seen])
