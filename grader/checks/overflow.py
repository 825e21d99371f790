"""Do large scores stay finite and right?

A submission that is wrong at ordinary sizes too loses the points for that elsewhere. Here it is asked only what
large scores add: stay finite, and do not move when the same number is added to all scores. One that is right at
ordinary sizes must be right at large ones.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure, Float
from grader.checks.compare import evidence, same, worst
from grader.checks.item import Item, Ref, ValueRef, constant, constant_finding, failed, passed
from grader.checks.lab import Array, Function, Lab, Sizes
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding

_IN_DOUBLE = ("rows far apart", "scores far apart within a row")  # tried in float64 too, where exp overflows at 709
_PLAIN, _OTHER = "attention at ordinary size", "attention of others at ordinary size"
_ORDINARY = {"ordinary scores", "other ordinary scores", _PLAIN, _OTHER}
_GRID = 64  # scores are multiples of 1/64, so that adding a power of two or a round number is exact in float32


class Overflow(Item):
    """Scores of ±`size`, alone, shifted together and in rows far apart.

    `softmax` and its argument `scores` are tried directly, if the lab has such a function; `attention` through its
    arguments `between`, whose products are the scores. `apart` says whether large scores are far apart within a row
    too: where keys are hidden, they are not, for a hidden key with the largest score by far may be hidden afterwards.
    `tolerance` is how far an answer may be off at large scores, relative to the largest entry: that it is finite and in
    the right place is asked here, precision elsewhere.
    """

    kind: Literal["overflow"]
    softmax: ValueRef | None = None
    scores: str = ""
    attention: str
    between: tuple[str, str]
    apart: Literal["rows", "scores"] = "scores"
    size: float = Field(gt=0)
    tolerance: Tolerance

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return (self.softmax.function, self.attention) if self.softmax else (self.attention,)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return (self.softmax,) if self.softmax else ()

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        products = tuple((self.attention, name) for name in self.between)
        return ((self.softmax.function, self.scores), *products) if self.softmax else products

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Square and in float32, where exp overflows at 88."""
        sizes = lab.squared(rng)
        softmax = self._of_softmax(lab.functions[self.softmax.function], sizes, rng) if self.softmax else []
        function = lab.functions[self.attention]
        ordinary = function.draw(sizes, rng, "float32")
        products = self._large_products(ordinary) if self.apart == "scores" else self._rows_apart(ordinary)
        other = [] if self.softmax else [Case(_OTHER, self.attention, function.draw(sizes, rng, "float32"))]
        return [
            *softmax,
            Case(_PLAIN, self.attention, ordinary),
            *other,
            *(Case(name, self.attention, {**ordinary, **grown}) for name, grown in products.items()),
        ]

    def _of_softmax(self, softmax: Function, sizes: Sizes, rng: np.random.Generator) -> list[Case]:
        drawn = [softmax.draw(sizes, rng, "float32")[self.scores] for _ in range(2)]
        plain, other = ((np.round(scores * _GRID) / _GRID).astype(np.float32) for scores in drawn)
        large = self._large_scores(plain)
        double = {name: scores.astype(np.float64) for name, scores in large.items() if name in _IN_DOUBLE}
        return [
            Case("ordinary scores", softmax.name, {self.scores: plain}),
            Case("other ordinary scores", softmax.name, {self.scores: other}),
            *(Case(name, softmax.name, {self.scores: scores}) for name, scores in large.items()),
            *(Case(f"{name}, float64", softmax.name, {self.scores: scores}) for name, scores in double.items()),
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
        odd = np.arange(left.shape[-2]) % 2
        near = np.where(odd, 1 / self.size, 1)[:, None]  # every other row has scores near 0
        signs = np.where(odd, -1, 1)[:, None]
        pairs = {
            "attention with large scores": (left * near, right),
            "attention with every score of a row large and of one sign": (np.abs(left) * signs, np.abs(right)),
        }
        grown = {}
        for name, (one, other) in pairs.items():
            factor = np.sqrt(self.size / (np.abs(one @ np.swapaxes(other, -1, -2)).max() / np.sqrt(one.shape[-1])))
            values = ((one * factor).astype(np.float32), (other * factor).astype(np.float32))
            grown[name] = dict(zip(self.between, values, strict=True))
        return grown

    def _rows_apart(self, ordinary: Mapping[str, Array]) -> dict[str, dict[str, Array]]:
        """Move all scores of a row together: those of every other row up by `size`, those of the others down."""
        left, right = (ordinary[name].astype(np.float64) for name in self.between)
        height = np.sqrt(self.size * np.sqrt(left.shape[-1]))
        left[..., 0] = np.where(np.arange(left.shape[-2]) % 2, -height, height)
        right[..., 0] = height
        values = (left.astype(np.float32), right.astype(np.float32))
        return {"attention with rows far apart": dict(zip(self.between, values, strict=True))}

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. One value of the right shape is enough; whether it is finite is asked here."""
        return answer.unusable(answer.fitting() or answer.want, finite=False)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        softmax = [answer for answer in answers.values() if self.softmax and answer.case.function == self.softmax[0]]
        attention = [answer for answer in answers.values() if answer.case.function == self.attention]
        if constant(*(softmax or attention)[:2]):
            return constant_finding((softmax or attention)[0].case.function)
        for ordinary, *others in filter(None, (softmax, attention)):
            right = all(ordinary.within(name) for name in ordinary.fitting())
            for answer in (other for other in others if other.case.id not in _ORDINARY):
                finding = self._judge_one(answer, right=right)
                if finding is not None:
                    return finding
        return (self._shifted(self.softmax.value, softmax) if self.softmax else None) or passed()

    def _shifted(self, value: str, softmax: Sequence[Answer]) -> Finding | None:
        """Say where adding one number to all scores moved the weights."""
        plain = softmax[0].got[value]
        for answer in softmax[2:4]:
            if not same(answer.got[value], plain, self.tolerance):
                return self._moved(answer, answer.got[value], plain)
        return None

    def _judge_one(self, answer: Answer, *, right: bool) -> Finding | None:
        for name in answer.fitting():
            got, want = answer.got[name], answer.want[name]
            found = worst(got, want.value, np.maximum(want.bound, self.tolerance * max(1.0, np.abs(want.value).max())))
            if not np.isfinite(got).all():
                where = "large scores" if answer.case.function == self.attention else answer.case.id
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

    def _moved(self, answer: Answer, got: Float, plain: Float) -> Finding:
        line = int(np.argmax(np.abs(got - plain).max(axis=-1)))
        message = (
            f"{answer.case.function}: adding the same number to all scores must not change the weights, but row {line} "
            f"went from {sentence.row(plain[line])} to {sentence.row(got[line])} ({answer.case.id})."
        )
        seen = Evidence(case=answer.case.id, got=sentence.row(got[line]), want=sentence.row(plain[line]))
        return failed(Cause.WRONG, message, [seen])
