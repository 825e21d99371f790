"""Is each query's row of weights a distribution: nothing negative, sum 1?"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.item import Item, Ref, ValueRef, constant, constant_finding, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Evidence, Finding


class RowSums(Item):
    """Weights are at least 0 and each row sums to 1, both to `tolerance`."""

    kind: Literal["row_sums"]
    of: tuple[ValueRef, ...] = Field(min_length=1)
    tolerance: float = Field(gt=0)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(ref.function for ref in self.of)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return self.of

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Square, so that a mistaken axis runs and can be named."""
        sizes = lab.squared(rng)
        return [
            Case(f"{ref.function} {turn}", ref.function, lab.functions[ref.function].draw(sizes, rng, "float32"))
            for ref in self.of
            for turn in ("first", "other")
        ]

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`."""
        names = [ref.value for ref in self.of if ref.function == answer.case.function]
        return answer.unusable(names, finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for ref in self.of:
            first, other = (answers[f"{ref.function} {turn}"] for turn in ("first", "other"))
            if constant(first, other):
                return constant_finding(ref.function)
            for answer in (first, other):
                finding = self._judge_one(answer, ref)
                if finding is not None:
                    return finding
        return passed()

    def _judge_one(self, answer: Answer, ref: Ref) -> Finding | None:
        weights = answer.got[ref.value]
        sums = weights.sum(axis=-1)
        line = sentence.first(np.abs(sums - 1))
        if not abs(sums[line] - 1) <= self.tolerance:
            columns = bool(np.all(np.abs(weights.sum(axis=-2) - 1) <= self.tolerance))
            summed = f"sum to {sentence.number(sums[line])} instead of 1: {sentence.row(weights[line])}."
            message = f"{ref.function}: the weights of query {sentence.at(line)} {summed}" + (
                " Your columns sum to 1, though." if columns else ""
            )
            seen = Evidence(
                case=answer.case.id, index=line, got=sentence.number(sums[line]), want="1",
                error=abs(sums[line] - 1), tolerance=self.tolerance,
                error_over_tolerance=abs(sums[line] - 1) / self.tolerance,
            )  # fmt: skip
            return failed(Cause.WRONG, message, [seen])
        if not weights.min() >= -self.tolerance:
            line = sentence.first(-weights.min(axis=-1))
            message = f"{ref.function}: query {sentence.at(line)} has a negative weight: {sentence.row(weights[line])}."
            seen = Evidence(case=answer.case.id, got=sentence.number(weights.min()), want="at least 0")
            return failed(Cause.WRONG, message, [seen])
        return None
