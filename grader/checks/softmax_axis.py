"""Does the softmax run over the keys? Then a query's weights hang on that query's scores alone."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.item import Item, Ref, ValueRef, constant_finding, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Evidence, Finding, Frozen

_CHANGED = 1  # the query whose row is changed


class Rows(Frozen):
    """A matrix of weights, and the argument whose rows belong to its rows."""

    weights: ValueRef
    rows_of: str
    square_only: bool = False


class SoftmaxAxis(Item):
    """Changing one query leaves the others' weights alone, and the sums over keys are the same for all queries."""

    kind: Literal["softmax_axis"]
    of: tuple[Rows, ...] = Field(min_length=1)
    tolerance: float = Field(gt=0)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(rows.weights.function for rows in self.of)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return tuple(rows.weights for rows in self.of)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        found = []
        for rows in self.of:
            function = lab.functions[rows.weights.function]
            for form in ("square",) if rows.square_only else ("square", "rectangular"):
                sizes = lab.squared(rng) if form == "square" else lab.rectangular(rng)
                before = function.draw(sizes, rng, "float32")
                after = {**before, rows.rows_of: before[rows.rows_of].copy()}
                fresh = function.draw(sizes, rng, "float32")[rows.rows_of]
                after[rows.rows_of][_CHANGED] = fresh[_CHANGED]
                found.append(Case(f"{function.name} {form}", function.name, before))
                found.append(Case(f"{function.name} {form}, query {_CHANGED} changed", function.name, after))
        return found

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`."""
        names = [rows.weights.value for rows in self.of if rows.weights.function == answer.case.function]
        return answer.unusable(names, finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for rows in self.of:
            for form in ("square", "rectangular"):
                before = answers.get(f"{rows.weights.function} {form}")
                if before is None:
                    continue
                after = answers[f"{rows.weights.function} {form}, query {_CHANGED} changed"]
                finding = self._judge_one(rows.weights, before, after)
                if finding is not None:
                    return finding
        return passed()

    def _judge_one(self, ref: Ref, before: Answer, after: Answer) -> Finding | None:
        one, two = before.got[ref.value], after.got[ref.value]
        if np.array_equal(one, two):
            return constant_finding(ref.function)
        moved = np.abs(one - two).max(axis=-1)
        moved[_CHANGED] = 0
        line = int(np.argmax(moved))
        columns = bool(np.all(np.abs(one.sum(axis=0) - 1) <= self.tolerance))
        over_queries = " Your columns sum to 1: the softmax runs over the queries." if columns else ""
        if not moved[line] <= self.tolerance:
            message = (
                f"{ref.function}: changing query {_CHANGED} moved the weights of query {line} from "
                f"{sentence.row(one[line])} to {sentence.row(two[line])}. Each query's weights come from its own "
                f"scores alone.{over_queries}"
            )
            seen = Evidence(
                case=after.case.id, index=(line,), got=sentence.row(two[line]), want=sentence.row(one[line]),
                error=moved[line], tolerance=self.tolerance, error_over_tolerance=moved[line] / self.tolerance,
            )  # fmt: skip
            return failed(Cause.WRONG, message, [seen])
        sums = one.sum(axis=-1)
        apart = float(np.ptp(sums))
        if not apart <= self.tolerance:
            message = (
                f"{ref.function}: the weights are not normalised over the keys: the rows sum to "
                f"{sentence.row(sums)}, not all to the same number.{over_queries}"
            )
            seen = Evidence(
                case=before.case.id, got=sentence.row(sums), want="equal sums", error=apart,
                tolerance=self.tolerance, error_over_tolerance=apart / self.tolerance,
            )  # fmt: skip
            return failed(Cause.WRONG, message, [seen])
        return None
