"""Do large scores stay finite and right?

A submission that is wrong at ordinary sizes too loses the points for that elsewhere. Here it is asked only what
large scores add: stay finite, and do not move when the same number is added to all scores. One that is right at
ordinary sizes must be right at large ones.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure, Float
from grader.checks.compare import evidence, same, worst
from grader.checks.item import Item, Ref, ValueRef, constant, constant_finding, failed, passed
from grader.checks.lab import Array, Lab
from grader.report import Cause, Evidence, Finding

_IN_DOUBLE = ("rows far apart", "scores far apart within a row")  # tried in float64 too, where exp overflows at 709
_GRID = 64  # scores are multiples of 1/64, so that adding a power of two or a round number is exact in float32


class Overflow(Item):
    """Scores of ±`size`, alone, shifted together and in rows far apart.

    `softmax` and its argument `scores` are tried directly; `attention` through its arguments `between`, whose
    products are the scores. `tolerance` is how far an answer may be off at large scores, relative to the largest entry:
    that it is finite and in the right place is asked here, precision elsewhere.
    """

    kind: Literal["overflow"]
    softmax: ValueRef
    scores: str
    attention: str
    between: tuple[str, str]
    size: float = Field(gt=0)
    tolerance: float = Field(gt=0)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return (self.softmax.function, self.attention)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return (self.softmax,)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return (self.softmax.function, self.scores), *((self.attention, name) for name in self.between)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Square and in float32, where exp overflows at 88."""
        sizes = lab.squared(rng)
        softmax, attention = lab.functions[self.softmax.function], lab.functions[self.attention]
        drawn = [softmax.draw(sizes, rng, "float32")[self.scores] for _ in range(2)]
        plain, other = ((np.round(scores * _GRID) / _GRID).astype(np.float32) for scores in drawn)
        large = self._large_scores(plain)
        ordinary = attention.draw(sizes, rng, "float32")
        double = {name: scores.astype(np.float64) for name, scores in large.items() if name in _IN_DOUBLE}
        return [
            Case("ordinary scores", softmax.name, {self.scores: plain}),
            Case("other ordinary scores", softmax.name, {self.scores: other}),
            *(Case(name, softmax.name, {self.scores: scores}) for name, scores in large.items()),
            *(Case(f"{name}, float64", softmax.name, {self.scores: scores}) for name, scores in double.items()),
            Case("attention at ordinary size", attention.name, ordinary),
            *(Case(name, attention.name, grown) for name, grown in self._large_products(ordinary).items()),
        ]

    def _large_scores(self, plain: Array) -> dict[str, Array]:
        rows = np.arange(len(plain))
        offsets = np.array([1, 0, -1])[rows % 3, None] * self.size
        wide = plain.copy()
        wide[rows, rows % plain.shape[1]] = self.size
        wide[rows, (rows + 1) % plain.shape[1]] = -self.size
        return {
            f"all scores near {self.size:+g}": (plain + self.size).astype(np.float32),
            f"all scores near {-self.size:+g}": (plain - self.size).astype(np.float32),
            "rows far apart": (plain + offsets).astype(np.float32),
            "scores far apart within a row": wide,
        }

    def _large_products(self, ordinary: Mapping[str, Array]) -> dict[str, dict[str, Array]]:
        """Grow the ordinary arguments until their largest score is `size`."""
        left, right = (ordinary[name].astype(np.float64) for name in self.between)
        near = np.where(np.arange(len(left)) % 2, 1 / self.size, 1)[:, None]  # every other row has scores near 0
        signs = np.where(np.arange(len(left)) % 2, -1, 1)[:, None]
        pairs = {
            "attention with large scores": (left * near, right),
            "attention with every score of a row large and of one sign": (np.abs(left) * signs, np.abs(right)),
        }
        grown = {}
        for name, (one, other) in pairs.items():
            factor = np.sqrt(self.size / (np.abs(one @ other.T).max() / np.sqrt(one.shape[1])))
            values = ((one * factor).astype(np.float32), (other * factor).astype(np.float32))
            grown[name] = {**ordinary, **dict(zip(self.between, values, strict=True))}
        return grown

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. One value of the right shape is enough; whether it is finite is asked here."""
        return answer.unusable(answer.fitting() or answer.want, finite=False)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        softmax = [answer for answer in answers.values() if answer.case.function == self.softmax.function]
        attention = [answer for answer in answers.values() if answer.case.function == self.attention]
        if constant(softmax[0], softmax[1]):
            return constant_finding(self.softmax.function)
        plain = softmax[0].got[self.softmax.value]
        for ordinary, large in [(softmax[0], softmax[2:]), (attention[0], attention[1:])]:
            right = all(ordinary.within(name) for name in ordinary.fitting())
            for answer in large:
                finding = self._judge_one(answer, right=right)
                if finding is not None:
                    return finding
        for answer in softmax[2:4]:
            if not same(answer.got[self.softmax.value], plain, self.tolerance):
                return self._moved(answer, plain)
        return passed()

    def _judge_one(self, answer: Answer, *, right: bool) -> Finding | None:
        for name in answer.fitting():
            got, want = answer.got[name], answer.want[name]
            found = worst(got, want.value, np.maximum(want.bound, self.tolerance * max(1.0, np.abs(want.value).max())))
            if not np.isfinite(got).all():
                where = answer.case.id if answer.case.function == self.softmax.function else "large scores"
                message = f"{answer.case.function}, {where}: {sentence.not_finite(name, got)}."
                return failed(Cause.NON_FINITE, message, [evidence(answer, name, found)])
            if right and not found.ratio <= 1:
                message = (
                    f"{answer.case.function} is right at ordinary size but not here ({answer.case.id}): "
                    f"{sentence.row_at(name, found.at)} should be {sentence.row_of(want.value, found.at)}; "
                    f"yours is {sentence.row_of(got, found.at)}."
                )
                return failed(Cause.WRONG, message, [evidence(answer, name, found)])
        return None

    def _moved(self, answer: Answer, plain: Float) -> Finding:
        got = answer.got[self.softmax.value]
        line = int(np.argmax(np.abs(got - plain).max(axis=-1)))
        message = (
            f"{answer.case.function}: adding the same number to all scores must not change the weights, but row {line} "
            f"went from {sentence.row(plain[line])} to {sentence.row(got[line])} ({answer.case.id})."
        )
        seen = Evidence(case=answer.case.id, got=sentence.row(got[line]), want=sentence.row(plain[line]))
        return failed(Cause.WRONG, message, [seen])
