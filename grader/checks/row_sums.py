"""Is each query's row of weights a distribution: nothing negative, sum 1?"""

from typing import Literal

import numpy as np

from grader.checks import sentence
from grader.checks.case import Answer
from grader.checks.each_draw import EachDraw
from grader.checks.item import Ref, failed
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding


class RowSums(EachDraw):
    """Weights are at least 0 and each row sums to 1, both to `tolerance`."""

    kind: Literal["row_sums"]
    tolerance: Tolerance

    def judge_one(self, answer: Answer, ref: Ref) -> Finding | None:
        """See `EachDraw.judge_one`."""
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
