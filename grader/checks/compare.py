"""Comparing what came with what was wanted. NaN never equals anything."""

from typing import NamedTuple

import numpy as np

from grader.checks import sentence
from grader.checks.case import Answer, Float
from grader.report import Evidence


class Worst(NamedTuple):
    """The entry that is farthest from right, measured in tolerances."""

    at: tuple[int, ...]
    got: float
    want: float
    error: float
    tolerance: float
    ratio: float


def worst(got: Float, want: Float, bound: Float) -> Worst:
    """Find the entry of `got` with the largest error ÷ tolerance; all three have one shape and bound > 0.

    A NaN or an infinity counts as infinitely wrong. Arrays without entries differ nowhere.
    """
    if not got.size:
        return Worst((), 0.0, 0.0, 0.0, 1.0, 0.0)
    with np.errstate(invalid="ignore"):
        error = np.abs(got - want)
    error = np.where(np.isnan(error), np.inf, error)
    at = np.unravel_index(int(np.argmax(error / bound)), error.shape)
    index = tuple(int(i) for i in at)
    return Worst(
        index, float(got[index]), float(want[index]), float(error[index]), float(bound[index]),
        float(error[index] / bound[index]),
    )  # fmt: skip


def evidence(answer: Answer, name: str, found: Worst) -> Evidence:
    """Write down the worst entry of one value of an answer."""
    got, want = sentence.told_apart(found.got, found.want)
    return Evidence(
        case=f"{name}: {answer.case.id}",
        index=found.at,
        got=got,
        want=want,
        error=found.error,
        tolerance=found.tolerance,
        error_over_tolerance=found.ratio,
    )


def same(one: Float, other: Float, tolerance: float) -> bool:
    """Whether two arrays have one shape and differ nowhere by more than `tolerance`. False for NaN."""
    return one.shape == other.shape and bool(np.all(np.abs(one - other) <= tolerance))
