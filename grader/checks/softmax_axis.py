"""Does the softmax run over the keys? Then a query's weights hang on that query's scores alone."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure, Float
from grader.checks.item import Item, Ref, ValueRef, constant, constant_finding, failed, passed
from grader.checks.lab import Lab
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding, Frozen

_MILD = np.float32(0.5)  # scores so mild that every weight counts, and a wrong axis moves each of them
_AFTER = ", others changed"
_KEPT = 1  # the query that is left alone while all others change


class Rows(Frozen):
    """A matrix of weights, and the argument whose rows belong to its rows."""

    weights: ValueRef
    rows_of: str
    square_only: bool = False


class SoftmaxAxis(Item):
    """Changing all other queries leaves a query's weights alone, and the sums over keys are the same for all."""

    kind: Literal["softmax_axis"]
    of: tuple[Rows, ...] = Field(min_length=1)
    tolerance: Tolerance

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(rows.weights.function for rows in self.of)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return tuple(rows.weights for rows in self.of)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((rows.weights.function, rows.rows_of) for rows in self.of)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        found = []
        for rows in self.of:
            function = lab.functions[rows.weights.function]
            forms = {
                "square": lab.squared(rng),
                "more queries than keys": lab.ordered(rng, falling=True),
                "fewer queries than keys": lab.ordered(rng, falling=False),
            }
            for form in ("square",) if rows.square_only else forms:
                sizes = forms[form]
                before, fresh = (function.draw(sizes, rng, "float32") for _ in range(2))
                before[rows.rows_of] *= _MILD
                others = fresh[rows.rows_of] * _MILD
                others[..., _KEPT, :] = before[rows.rows_of][..., _KEPT, :]
                after = {**before, rows.rows_of: others}
                found.append(Case(f"{function.name} {form}", function.name, before))
                found.append(Case(f"{function.name} {form}{_AFTER}", function.name, after))
        return found

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`."""
        names = [rows.weights.value for rows in self.of if rows.weights.function == answer.case.function]
        return answer.unusable(names, finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for rows in self.of:
            ref = rows.weights
            pairs = [
                (answers[name.removesuffix(_AFTER)], after)
                for name, after in answers.items()
                if name.endswith(_AFTER) and after.case.function == ref.function
            ]
            if all(constant(before, after) for before, after in pairs):
                return constant_finding(ref.function, rows.rows_of)
            for before, after in pairs:
                finding = self._moved(ref, before, after) or self._uneven(ref, before)
                if finding is not None:
                    return finding
        return passed()

    def _moved(self, ref: Ref, before: Answer, after: Answer) -> Finding | None:
        one, two = before.got[ref.value], after.got[ref.value]
        one_row, two_row = one[..., _KEPT, :], two[..., _KEPT, :]
        moved = float(np.abs(one_row - two_row).max())
        if moved <= self.tolerance:
            return None
        sample = sentence.first(np.abs(one_row - two_row))[:-1]
        one_row, two_row, index = one_row[sample], two_row[sample], (*sample, _KEPT)
        message = (
            f"{ref.function}: changing the other queries moved the weights of query {sentence.at(index)} from "
            f"{sentence.row(one_row)} to {sentence.row(two_row)}. Each query's weights come from its own "
            f"scores alone.{self._over_queries(one)}"
        )
        seen = Evidence(
            case=after.case.id, index=index, got=sentence.row(two_row), want=sentence.row(one_row),
            error=moved, tolerance=self.tolerance, error_over_tolerance=moved / self.tolerance,
        )  # fmt: skip
        return failed(Cause.WRONG, message, [seen])

    def _uneven(self, ref: Ref, answer: Answer) -> Finding | None:
        weights = answer.got[ref.value]
        sums = weights.sum(axis=-1)
        sums = sums[sentence.first(np.ptp(sums, axis=-1))] if sums.ndim > 1 else sums
        apart = float(np.ptp(sums))
        if apart <= self.tolerance:
            return None
        message = (
            f"{ref.function}: the weights are not normalised over the keys: the rows sum to "
            f"{sentence.row(sums)}, not all to the same number.{self._over_queries(weights)}"
        )
        seen = Evidence(
            case=answer.case.id, got=sentence.row(sums), want="equal sums", error=apart,
            tolerance=self.tolerance, error_over_tolerance=apart / self.tolerance,
        )  # fmt: skip
        return failed(Cause.WRONG, message, [seen])

    def _over_queries(self, weights: Float) -> str:
        columns = bool(np.all(np.abs(weights.sum(axis=-2) - 1) <= self.tolerance))
        return " Your columns sum to 1: the softmax runs over the queries." if columns else ""
