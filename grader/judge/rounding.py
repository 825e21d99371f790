"""How far a right answer may be from the exact one, where the assignment gives no bound of its own: an estimate.

A way to write a formula that is worth its name is backward stable: what it returns is exact for arguments that are off
by some roundings (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 1.5). So the arguments are
moved by roundings, and the bound is some multiple of what that moves the reference's answer, plus as many roundings of
the largest entry: sums of many terms round by the size of the terms.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from grader.checks.case import Float

#: Ways to move the arguments that are tried; always the same ones.
_TRIES: Final = 4
#: Roundings that a right solution may spend on one entry beside those of the longest sum.
_ROUNDINGS: Final = 24
_UNDERFLOW: Final = 1e-30


def values_of(reference: Callable[..., Any], arguments: Sequence[Any]) -> tuple[Float, ...]:
    """Call a reference on arguments (arrays of its own, numbers, None), and return its values, in double precision."""
    result = reference(*map(_exact, arguments))
    return tuple(np.asarray(value, np.float64) for value in (result if isinstance(result, tuple) else (result,)))


def _exact(argument: Any) -> Any:  # noqa: ANN401  # an argument
    if not isinstance(argument, np.ndarray):
        return argument
    return argument.astype(np.float64) if argument.dtype.kind == "f" else argument.copy()


def _moved(argument: Any, unit: float, rng: np.random.Generator) -> Any:  # noqa: ANN401  # an argument
    """Move each entry by a rounding up or down; what is no array of such numbers stays as it is."""
    if not isinstance(argument, np.ndarray) or argument.dtype.kind != "f":
        return argument
    return _exact(argument) * (1 + unit * rng.choice([-1.0, 1.0], argument.shape))


def estimated(reference: Callable[..., Any]) -> Callable[..., tuple[Float, ...]]:
    """Return an estimate of the bound on a right answer's rounding, in the form of a `rounding` of a manifest."""

    def rounding(*arguments: Any, unit: float) -> tuple[Float, ...]:  # noqa: ANN401  # arguments
        rng = np.random.default_rng(0)
        right = values_of(reference, arguments)
        steps = _ROUNDINGS + max((size for a in arguments for size in np.shape(a)), default=1)
        moved = [values_of(reference, [_moved(a, unit, rng) for a in arguments]) for _ in range(_TRIES)]
        return tuple(_bound(value, [m[at] for m in moved], steps * unit) for at, value in enumerate(right))

    return rounding


def _bound(right: Float, moved: list[Float], roundings: float) -> Float:
    drift = max(float(np.abs(other - right).max(initial=0)) for other in moved)
    size = float(np.abs(right).max(initial=0))
    return np.full(right.shape, _ROUNDINGS * drift + roundings * size + _UNDERFLOW)
