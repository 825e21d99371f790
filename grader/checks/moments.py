"""Does each row have the mean and the variance that it should have, whatever it is made of?"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure, Float
from grader.checks.item import Item, Ref, ValueRef, constant, constant_finding, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Evidence, Finding


class Moments(Item):
    """The rows of each value of `of` have `mean` and `variance`, both to `tolerance`.

    The variance is the mean of the squared deviations: with a row of d numbers they are divided by d.
    """

    kind: Literal["moments"]
    of: tuple[ValueRef, ...] = Field(min_length=1)
    mean: float
    variance: float = Field(ge=0)
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
        values = answer.got[ref.value]
        for name, wanted, of in (("mean", self.mean, np.mean), ("variance", self.variance, np.var)):
            rows, columns = (np.asarray(of(values, axis=axis), dtype=np.float64) for axis in (-1, 0))
            line = int(np.argmax(np.abs(rows - wanted)))
            off = float(abs(rows[line] - wanted))
            if off <= self.tolerance:
                continue
            message = (
                f"{ref.function}: row {line} of the {ref.value} has the {name} {sentence.number(rows[line])} instead "
                f"of {sentence.number(wanted)}: {sentence.row(values[line])}."
            )
            if np.all(np.abs(columns - wanted) <= self.tolerance):
                message += f" Your columns have it, though: each has the {name} {sentence.number(wanted)}."
            elif name == "variance" and self._unbiased(values):
                message += f" Divided by d − 1 = {values.shape[-1] - 1} instead of d = {values.shape[-1]} it would be."
            seen = Evidence(
                case=answer.case.id, index=(line,), got=sentence.number(rows[line]), want=sentence.number(wanted),
                error=off, tolerance=self.tolerance, error_over_tolerance=off / self.tolerance,
            )  # fmt: skip
            return failed(Cause.WRONG, message, [seen])
        return None

    def _unbiased(self, values: Float) -> bool:
        return bool(np.all(np.abs(values.var(axis=-1, ddof=1) - self.variance) <= self.tolerance))
