"""Does each row have the mean and the variance that it should have, whatever it is made of?"""

from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Float
from grader.checks.each_draw import EachDraw
from grader.checks.item import Ref, failed
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding


class Moments(EachDraw):
    """The rows of each value of `of` have `mean` and `variance`, both to `tolerance`.

    The variance is the mean of the squared deviations: with a row of d numbers they are divided by d.
    """

    kind: Literal["moments"]
    mean: float
    variance: float = Field(ge=0)
    tolerance: Tolerance

    def judge_one(self, answer: Answer, ref: Ref) -> Finding | None:
        """See `EachDraw.judge_one`."""
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
