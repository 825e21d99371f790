"""How far a right answer to layer normalisation may be from the exact one.

First-order rounding analysis as in `reference.rounding`, whose terms it uses, for one row of d numbers: the mean is off
by γ(d)·mean|x|, and each deviation by as much and its own rounding. The variance is off by what its terms round, in
whichever of its forms it is written (mean of squared deviations, mean of squares less square of the mean, running
updates), and dividing by its root halves a relative error. Rows of one number repeated are the worst: there the
deviations are nothing but rounding, divided by √EPSILON.
"""

import numpy as np

from reference.layer_norm import EPSILON, Array, ArrayLike, standardize
from reference.rounding import ROUNDINGS, UNDERFLOW, gamma

#: A relative error beyond this is no longer small, and first-order analysis says nothing.
_MOST = 0.9


def _standardized(X: ArrayLike, unit: float) -> Array:
    X = np.asarray(X, dtype=np.float64)
    adding = gamma(X.shape[-1] + ROUNDINGS, unit)
    size = np.abs(X).mean(axis=-1, keepdims=True)
    squares = (X**2).mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    root = np.sqrt(variance + EPSILON)
    deviations = adding * size + 2 * unit * np.abs(X)
    varying = adding * (variance + EPSILON) + 2 * adding * squares + deviations**2
    share = np.minimum(varying / (variance + EPSILON), _MOST)
    stretched = 1 / np.sqrt(1 - share) - 1 + gamma(ROUNDINGS, unit)
    return np.asarray(deviations / root * (1 + stretched) + np.abs(standardize(X)) * stretched + UNDERFLOW)


def standardize_rounding(X: ArrayLike, *, unit: float) -> tuple[Array]:
    """Bound `standardize(X)`."""
    return (_standardized(X, unit),)


def layer_norm_rounding(X: ArrayLike, gamma_: ArrayLike, beta: ArrayLike, *, unit: float) -> tuple[Array]:
    """Bound `layer_norm(X, gamma, beta)`."""
    stretch, move = (np.abs(np.asarray(values, dtype=np.float64)) for values in (gamma_, beta))
    normal, bound = np.abs(standardize(X)), _standardized(X, unit)
    return (np.asarray(bound * stretch * (1 + 2 * unit) + gamma(ROUNDINGS, unit) * (normal * stretch + move)),)
