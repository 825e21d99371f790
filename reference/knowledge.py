"""The answers to the three questions of the lesson's knowledge check (LM3-T3), for whatever numbers are in them.

n is a number of tokens, d_k the width of a query and of a key; scores are those of one query. No units.
"""

import numpy as np
from numpy.typing import NDArray

from reference.attention import ArrayLike, softmax

Array = NDArray[np.float64]


def scores_shape(n: int, d_k: int) -> Array:
    """Return the shape of QKᵀ for Q and K of shape (n, d_k): a score for each query and each key."""
    return np.array([n, n], np.float64)


def weights_shape(n: int, d_k: int) -> Array:
    """Return the shape of the softmax of the scores: that of the scores."""
    return np.array([n, n], np.float64)


def row_sum(n: int, d_k: int) -> float:
    """Return what each row of the weights sums to."""
    return 1.0


def exponential_sum(scores: ArrayLike) -> float:
    """Return the sum of the exponentials of `scores`, by which the softmax divides."""
    return float(np.exp(np.asarray(scores, np.float64)).sum())


def weights(scores: ArrayLike) -> Array:
    """Return the softmax weights of `scores`."""
    return softmax(scores)


def raw_spread(d_k: int) -> float:
    """Return the standard deviation of a dot product of d_k unit-variance products: √d_k."""
    return float(np.sqrt(d_k))


def scaled_spread(d_k: int) -> float:
    """Return that standard deviation after the division by √d_k: 1, for every width."""
    return 1.0
