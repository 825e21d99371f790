"""Do hidden keys get no weight at all, and the others some? The right weights say which are hidden: they are 0."""

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer
from grader.checks.each_draw import EachDraw
from grader.checks.item import Ref, failed
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding

_SEEN = 1e-3  # right weights above this are those of keys that are plainly seen


class Hidden(EachDraw):
    """Weights `of` keys that are hidden are 0, to `tolerance`; those of keys that are plainly seen are not 0."""

    turns: ClassVar = ("first", "other", "third")  # masks differ

    kind: Literal["hidden"]
    tolerance: Tolerance = Field(lt=_SEEN)

    def judge_one(self, answer: Answer, ref: Ref) -> Finding | None:
        """See `EachDraw.judge_one`."""
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
