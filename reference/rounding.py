"""How far a right answer may be from the exact one: an error model, composed of the steps of attention.

First-order rounding analysis (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapters 2 to 4) with
unit roundoff u: a dot product of length n is off by at most γ(n)·|q|·|k|, γ(n) = n·u/(1 − n·u), in whatever order
it is summed. `ROUNDINGS` more of them cover the ways to write a step: the scale folded into Q or into both, powers
of two, log-sum-exp, online softmax. Each function gives one bound for each returned value, in its shape, in the
value's own units.
"""

import numpy as np

from reference.attention import Array, ArrayLike, attention_scores, softmax
from reference.masked import causal_attention, masked_attention, pairwise_masked_attention

#: Operations beside the sums that a right solution may spend on one entry.
ROUNDINGS = 12
#: What a result may lose to underflow: far below any weight that matters, above the smallest single.
UNDERFLOW = 1e-30


def gamma(operations: int, unit: float) -> float:
    """Return γ(n) for n `operations` with unit roundoff `unit`."""
    return operations * unit / (1 - operations * unit)


def _abs(values: ArrayLike) -> Array:
    return np.abs(np.asarray(values, dtype=np.float64))


def _turned(values: Array) -> Array:
    return np.swapaxes(values, -1, -2)


def _scores(Q: ArrayLike, K: ArrayLike, unit: float) -> Array:
    width = np.shape(K)[-1]
    return np.asarray(gamma(width + ROUNDINGS, unit) * (_abs(Q) @ _turned(_abs(K))) / np.sqrt(width) + UNDERFLOW)


def _weights(scores: Array, weights: Array, scores_bound: Array | float, unit: float) -> Array:
    """Bound the `weights` of `scores` that are themselves off by `scores_bound`.

    exp turns an absolute error of its argument into a relative one of its value: that of the score, that of the
    largest score of the row, and u times the sizes that a formula may subtract from each other.
    """
    shift = 2 * (np.max(scores_bound, axis=-1, keepdims=True) if np.ndim(scores_bound) else scores_bound)
    reach = np.abs(scores).max(axis=-1, keepdims=True)
    relative = shift + unit * (4 * reach + scores.shape[-1] + ROUNDINGS)
    return np.asarray(weights * np.expm1(np.minimum(relative, 1.0)) + UNDERFLOW)


def _output(weights: Array, weights_bound: Array, V: ArrayLike, V_bound: Array | None, unit: float) -> Array:
    size = _abs(V)
    drift = weights_bound @ size + (0.0 if V_bound is None else weights @ V_bound)
    return np.asarray(drift + gamma(weights.shape[-1] + ROUNDINGS, unit) * (weights @ size) + UNDERFLOW)


def softmax_rounding(scores: ArrayLike, *, unit: float) -> tuple[Array]:
    """Bound `softmax(scores)`."""
    scores = np.asarray(scores, dtype=np.float64)
    return (_weights(scores, softmax(scores), 0.0, unit),)


def attention_scores_rounding(Q: ArrayLike, K: ArrayLike, *, unit: float) -> tuple[Array]:
    """Bound `attention_scores(Q, K)`."""
    return (_scores(Q, K, unit),)


def causal_attention_rounding(Q: ArrayLike, K: ArrayLike, V: ArrayLike, *, unit: float) -> tuple[Array, Array]:
    """Bound the output and the weights of `causal_attention(Q, K, V)`."""
    return _masked(Q, K, V, causal_attention(Q, K, V).weights, unit)


def masked_attention_rounding(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None, *, unit: float
) -> tuple[Array, Array]:
    """Bound the output and the weights of `masked_attention(Q, K, V, mask)`."""
    return _masked(Q, K, V, masked_attention(Q, K, V, mask).weights, unit)


def pairwise_masked_attention_rounding(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None, *, unit: float
) -> tuple[Array, Array]:
    """Bound the output and the weights of `pairwise_masked_attention(Q, K, V, mask)`."""
    return _masked(Q, K, V, pairwise_masked_attention(Q, K, V, mask).weights, unit)


def _masked(Q: ArrayLike, K: ArrayLike, V: ArrayLike, weights: Array, unit: float) -> tuple[Array, Array]:
    """Bound attention with these weights; hidden scores count as if they were seen, for some hide them afterwards."""
    weights_bound = _weights(attention_scores(Q, K), weights, _scores(Q, K, unit), unit)
    return _output(weights, weights_bound, V, None, unit), weights_bound


def attention_rounding(Q: ArrayLike, K: ArrayLike, V: ArrayLike, *, unit: float) -> tuple[Array, Array]:
    """Bound the output and the weights of `attention(Q, K, V)`."""
    return _masked(Q, K, V, softmax(attention_scores(Q, K)), unit)


def self_attention_rounding(
    X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike, *, unit: float
) -> tuple[Array, Array]:
    """Bound the output and the weights of `self_attention(X, W_q, W_k, W_v)`, whose projections round too."""
    X = np.asarray(X, dtype=np.float64)
    projecting = gamma(X.shape[-1] + ROUNDINGS, unit)
    (Q, Q_bound), (K, K_bound), (V, V_bound) = (
        (X @ W, projecting * (_abs(X) @ _abs(W)) + UNDERFLOW) for W in (W_q, W_k, W_v)
    )
    scores = attention_scores(Q, K)
    projected = (Q_bound @ _abs(K).T + _abs(Q) @ K_bound.T) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    weights_bound = _weights(scores, weights, projected + _scores(Q, K, unit), unit)
    return _output(weights, weights_bound, V, V_bound, unit), weights_bound
