"""The √d_k effect, as an experiment: grow d_k and look at what divides the scores, their spread and the weights.

The divisor is measured, not read from source: spread of QKᵀ ÷ spread of the scores, and from the weights through their
logarithms. log W is linear in the scores up to a constant for each row (or column, if the softmax runs the wrong
way), so with rows and columns centred its slope against QKᵀ is 1 ÷ divisor. Where log W is not linear in QKᵀ the
weights are not a softmax of a multiple of it; then they say nothing about the scale, and other checks speak of that.
Scores that are no multiple of QKᵀ (nor of its transpose) have no divisor, and fail.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure, Float
from grader.checks.item import Item, Ref, ValueRef, failed, passed
from grader.checks.lab import Lab
from grader.checks.tolerance import Tolerance
from grader.report import Cause, CurveFigure, Evidence, Figure, Finding

_LINEAR = 0.9999  # squared correlation from which one matrix counts as a multiple of another


class Measured(NamedTuple):
    """What one width showed. The divisor of the weights is None where they do not tell it.

    Where the lab has no function for the scores, what is said of them is None.
    """

    width: int
    scores_divisor: float | None
    multiple: bool
    weights_divisor: float | None
    spread: float | None
    entropy: float


def _turned(values: Float) -> Float:
    return np.swapaxes(values, -1, -2)


def _centred(values: Float) -> Float:
    rows, columns = (values.mean(axis=axis, keepdims=True) for axis in (-1, -2))
    return np.asarray(values - columns - rows + values.mean(axis=(-2, -1), keepdims=True))


def divisor_of_weights(weights: Float, products: Float) -> float | None:
    """Return d where weights (…, n, n) are a softmax of products ÷ d, over either axis; None where they are not."""
    if not (np.isfinite(weights).all() and (weights > 0).all()):
        return None
    seen, raw = _centred(np.log(weights)).ravel(), _centred(products).ravel()
    if _correlation(seen, raw) < _LINEAR:
        return None
    return float(raw @ raw) / float(seen @ raw)


def _entropy(weights: Float) -> float:
    """Mean entropy of the rows in nats: log n for uniform weights, 0 for one-hot ones; NaN where that means nothing."""
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        return float("nan")
    logs = np.log(np.where(weights > 0, weights, 1))
    return float(-(weights * logs).sum(axis=-1).mean())


class SqrtDk(Item):
    """`scores` and `weights` of unit-variance arguments `between`, for each of `widths` of the dimension `width`.

    `rows` tokens each. Both divisors must be √width, to the relative tolerances. Where the lab has no function for the
    scores the weights alone are asked.
    """

    kind: Literal["sqrt_dk"]
    scores: ValueRef | None = None
    weights: ValueRef
    between: tuple[str, str]
    width: str
    widths: tuple[int, ...] = Field(min_length=2)
    rows: int = Field(ge=4)
    scores_tolerance: Tolerance | None = None
    weights_tolerance: Tolerance

    @model_validator(mode="after")
    def _with_a_tolerance(self) -> Self:
        if (self.scores is None) is not (self.scores_tolerance is None):
            raise ValueError("scores and scores_tolerance go together")
        return self

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(ref.function for ref in self.refs())

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return (self.scores, self.weights) if self.scores else (self.weights,)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((ref.function, name) for ref in self.refs() for name in self.between)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        found = []
        for width in self.widths:
            sizes = {**dict.fromkeys(lab.rectangular(rng), self.rows), self.width: width}
            for ref in self.refs():
                function = lab.functions[ref.function]
                arguments = function.draw(sizes, rng, "float64")
                unit = {argument.name: arguments[argument.name] / argument.spread for argument in function.arrays}
                found.append(Case(f"{ref.function}, {self.width} = {width}", ref.function, {**arguments, **unit}))
        return found

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. Weights that are not finite tell nothing about the scale."""
        if self.scores and answer.case.function == self.scores.function:
            return answer.unusable([self.scores.value], finite=True)
        return answer.unusable([self.weights.value], finite=False)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        measured = [self._measure(answers, width) for width in self.widths]
        tolerance = self.scores_tolerance or self.weights_tolerance
        seen = [_evidence(self.width, m, *self._wanted(answers, m.width), tolerance) for m in measured]
        if any(not m.multiple or _off(m.scores_divisor, m.width, tolerance) for m in measured):
            return failed(Cause.WRONG, self._scores_message(measured), seen)
        weights = [m.weights_divisor for m in measured]
        if any(_off(m.weights_divisor, m.width, self.weights_tolerance) for m in measured):
            return failed(Cause.WRONG, self._weights_message(weights), seen)
        return passed(evidence=seen)

    def figure(self, answers: Mapping[str, Answer]) -> Figure | None:
        """See `Item.figure`."""
        if self.scores is None:
            return None
        name = self.scores.value
        shown = [answers[self._id(self.scores, width)] for width in self.widths]
        if any(answer.unusable([name], finite=False) for answer in shown):
            return None
        return CurveFigure(
            title=f"How far apart the {name} are, as {self.width} grows",
            x=self.width,
            y=f"standard deviation of the {name}",
            at=self.widths,
            got=tuple(_spread(answer.got[name]) for answer in shown),
            want=tuple(_spread(answer.want[name].value) for answer in shown),
        )

    def _id(self, ref: Ref, width: int) -> str:
        return f"{ref.function}, {self.width} = {width}"

    def _products(self, answer: Answer) -> Float:
        left, right = (answer.case.arguments[name] for name in self.between)
        return np.asarray(left @ _turned(right), dtype=np.float64)

    def _wanted(self, answers: Mapping[str, Answer], width: int) -> tuple[float | None, float]:
        """Return the spread of the right scores, if they are asked, and the entropy of the right weights."""
        weights = answers[self._id(self.weights, width)].want[self.weights.value].value
        scores = answers[self._id(self.scores, width)].want[self.scores.value].value if self.scores else None
        return None if scores is None else _spread(scores), _entropy(weights)

    def _measure(self, answers: Mapping[str, Answer], width: int) -> Measured:
        weights = answers[self._id(self.weights, width)]
        attended = weights.got[self.weights.value]
        told, entropy = divisor_of_weights(attended, self._products(weights)), _entropy(attended)
        if self.scores is None:
            return Measured(width, None, True, told, None, entropy)
        scores = answers[self._id(self.scores, width)]
        got = scores.got[self.scores.value]
        products, spread = self._products(scores), _spread(got)
        divisor = _spread(products) / spread if spread else float("inf")
        multiple = max(_correlation(got, products), _correlation(got, _turned(products))) >= _LINEAR
        return Measured(width, divisor, multiple, told, spread, entropy)

    def _asked(self, ref: Ref) -> str:
        roots = ", ".join(sentence.number(np.sqrt(width)) for width in self.widths)
        left, right = self.between
        widths = ", ".join(map(str, self.widths))
        return f"{ref.function}: for {self.width} = {widths} the scores are {left}{right}ᵀ divided by {roots}"

    def _scores_message(self, measured: list[Measured]) -> str:
        asked = self._asked(self.scores or self.weights)
        if all(m.multiple for m in measured):
            shown = ", ".join(sentence.number(m.scores_divisor or 0) for m in measured)
            return f"{asked}; yours are divided by {shown}."
        left, right = self.between
        spreads = ", ".join(f"{m.spread:.2f}" for m in measured)
        return (
            f"{asked}, with a standard deviation near 1. Yours are no multiple of {left}{right}ᵀ; "
            f"their standard deviation is {spreads}."
        )

    def _weights_message(self, divisors: list[float | None]) -> str:
        shown = ", ".join("(not clear)" if d is None else sentence.number(d) for d in divisors)
        return f"{self._asked(self.weights)}; your weights come from scores divided by {shown}."


def _off(divisor: float | None, width: int, tolerance: float) -> bool:
    return divisor is not None and not abs(divisor / np.sqrt(width) - 1) <= tolerance


def _correlation(one: Float, other: Float) -> float:
    """Squared cosine between two matrices of one shape: 1 for multiples of each other; 0 where it means nothing."""
    if one.shape != other.shape or not (one.any() and other.any()):
        return 0.0
    one, other = one / np.abs(one).max(), other / np.abs(other).max()  # squares of tiny or huge numbers are lost
    return float((one * other).sum()) ** 2 / (float((one * one).sum()) * float((other * other).sum()))


def _spread(scores: Float) -> float:
    return float(scores.std())


def _evidence(name: str, measured: Measured, spread: float | None, entropy: float, tolerance: float) -> Evidence:
    """Write down what one width showed: of scores and weights, or of the weights alone."""
    want, told = float(np.sqrt(measured.width)), measured.weights_divisor
    got = told if measured.scores_divisor is None else measured.scores_divisor
    if got is None:
        return Evidence(case=f"{name} = {measured.width}", got="no divisor shows", want=sentence.number(want))
    other = (
        ""
        if told is None or not got or abs(told / got - 1) < tolerance
        else f" ({sentence.number(told)} from the weights)"
    )
    spreads = ("", "") if spread is None else (f", spread of scores {measured.spread:.2f}", f", {spread:.2f}")
    return Evidence(
        case=f"{name} = {measured.width}",
        got=f"divisor {sentence.number(got)}{other}{spreads[0]}, entropy of weights {measured.entropy:.2f}",
        want=f"{sentence.number(want)}{spreads[1]}, {entropy:.2f}",
        error=abs(got - want),
        tolerance=tolerance * want,
        error_over_tolerance=abs(got / want - 1) / tolerance,
    )
