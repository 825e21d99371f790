"""Layer normalisation in float64.

Source: Ba, Kiros, Hinton, "Layer Normalization" (2016), equations 3 and 4, with a constant under the root as PyTorch's
`LayerNorm` has it. Arrays have no units: X (n, d), a row for each token; gamma (d,) and beta (d,), a number for each
feature.

`tests/reference` proves it against PyTorch's own kernel and against plain loops.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ArrayLike = NDArray[Any]

#: Added to the variance, under the root. So small that only rows which hardly vary show it.
EPSILON: Final = 1e-8


def standardize(X: ArrayLike) -> Array:
    """Bring each row of X (n, d) to mean 0 and variance 1: (x − mean)/√(variance + EPSILON), of shape (n, d).

    The variance is that of the row itself: its squared deviations are divided by d, not by d − 1. A row whose entries
    are all equal becomes 0.
    """
    X = np.asarray(X, dtype=np.float64)
    centred = X - X.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt(variance + EPSILON))


def layer_norm(X: ArrayLike, gamma: ArrayLike, beta: ArrayLike) -> Array:
    """Standardize the rows of X (n, d), then stretch feature j by gamma[j] and move it by beta[j]: shape (n, d)."""
    return np.asarray(standardize(X) * np.asarray(gamma, np.float64) + np.asarray(beta, np.float64))
