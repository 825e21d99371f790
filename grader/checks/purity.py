"""Does the same question get the same answer, with its arguments left alone?"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.compare import worst
from grader.checks.item import Item, constant, constant_finding, failed, passed
from grader.checks.lab import Array, DType, Lab
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding

_FORMS: tuple[tuple[str, DType], ...] = (("square", "float32"), ("rectangular", "float64"))
_TURNS = ("first", "other", "again", "afresh")


class Purity(Item):
    """Each function asked once, asked something else, asked the first again, and asked it of another worker.

    `tolerance` is how far two answers to one question may differ, relative to their largest entry: threads may add
    up in another order.
    """

    kind: Literal["purity"]
    of: tuple[str, ...] = Field(min_length=1)
    tolerance: Tolerance

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return self.of

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. All functions take a turn before the first is asked again.

        In both precisions: converting an array to the precision it has gives the array itself, not a copy.
        """
        asked: dict[tuple[str, str, str], dict[str, Array]] = {}
        for form, dtype in _FORMS:
            sizes = lab.squared(rng) if form == "square" else lab.rectangular(rng)
            for name in self.of:
                first, other = (lab.functions[name].draw(sizes, rng, dtype) for _ in range(2))
                asked |= {(turn, name, form): other if turn == "other" else first for turn in _TURNS}
        return [
            Case(f"{name} {turn}, {form}", name, asked[turn, name, form], echo=True, afresh=turn == "afresh")
            for turn in _TURNS
            for form, _ in _FORMS
            for name in self.of
        ]

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. Whatever was returned is enough, in whatever shape, if it is finite."""
        if not answer.case.id.endswith(_FORMS[0][0]):
            return None  # what cannot be asked in rectangular form is another check's matter
        finite = answer.got and all(got.size and np.isfinite(got).all() for got in answer.got.values())
        if finite and answer.failure is None:
            return None
        return answer.unusable(answer.got or answer.want, finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for answer in answers.values():
            changed = [
                name for name, after in answer.after.items() if not np.array_equal(after, answer.case.arguments[name])
            ]
            if changed:
                message = (
                    f"{answer.case.function} changes {sentence.listed(changed)} in place. "
                    "Whoever calls it still needs the values that were passed."
                )
                seen = Evidence(case=answer.case.id, got=f"{changed[0]} changed", want=f"{changed[0]} as it was")
                return failed(Cause.IMPURE, message, [seen])
        for name in self.of:
            for form, _ in _FORMS:
                first, other, again, afresh = (answers[f"{name} {turn}, {form}"] for turn in _TURNS)
                if first.got and constant(first, other):
                    return constant_finding(name)
                for repeated, when in ((again, "the second time"), (afresh, "in a program started anew")):
                    finding = self._repeated(first, repeated, when)
                    if finding is not None:
                        return finding
        return passed()

    def _repeated(self, first: Answer, again: Answer, when: str) -> Finding | None:
        for name, got in first.got.items():
            repeated = again.got.get(name)
            if repeated is None or repeated.shape != got.shape:
                message = f"{first.case.function}: the same arguments gave a {name} of another kind {when}."
                return failed(Cause.UNSTABLE, message)
            size = max(float(np.abs(got[np.isfinite(got)]).max(initial=0)), 1.0)
            bound = np.full(got.shape, self.tolerance * size)
            if np.array_equal(repeated, got, equal_nan=True):
                continue
            found = worst(repeated, got, bound)
            if not found.ratio <= 1:
                at = f"{name}{sentence.place(found.at)}"
                message = (
                    f"{first.case.function}: the same arguments gave {at} = {sentence.number(found.want)} the first "
                    f"time and {sentence.number(found.got)} {when}."
                )
                seen = Evidence(
                    case=again.case.id, index=found.at, got=sentence.number(found.got),
                    want=sentence.number(found.want), error=found.error, tolerance=found.tolerance,
                    error_over_tolerance=found.ratio,
                )  # fmt: skip
                return failed(Cause.UNSTABLE, message, [seen])
        return None
