"""Scaled dot-product attention, softmax(QKᵀ/√d_k)·V, in float64.

Source: Vaswani et al., "Attention Is All You Need" (2017), equation 1; lesson LM3-T3. Arrays have the shapes of
the lesson and no units: Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v). Row i belongs to token i. Axes before these two are
samples and heads, each by itself.

This is the one source of expected values. `tests/reference` proves it against the lesson's printed digits, against
PyTorch's fused kernel and against a second implementation written as plain loops.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ArrayLike = NDArray[Any]


class Attended(NamedTuple):
    """What attention gives: the mixed values, and the weights that mixed them."""

    output: Array
    weights: Array


def softmax(scores: ArrayLike) -> Array:
    """Turn each row of `scores` (…, n_q, n_k) into weights of that shape that are positive and sum to 1.

    The row maximum is subtracted first: the result is the same and no exponential overflows (lesson LM3-T3,
    lab stage 2).
    """
    scores = np.asarray(scores, dtype=np.float64)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=-1, keepdims=True))


def attention_scores(Q: ArrayLike, K: ArrayLike) -> Array:
    """Compare each query with each key: QKᵀ/√d_k, for Q (n_q, d_k) and K (n_k, d_k) → scores (n_q, n_k)."""
    Q, K = np.asarray(Q, dtype=np.float64), np.asarray(K, dtype=np.float64)
    return np.asarray(Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1]))


def attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike) -> Attended:
    """Mix the rows of V (n_k, d_v) by the weights of Q (n_q, d_k) on K (n_k, d_k).

    Returns the output (n_q, d_v) and the weights (n_q, n_k).
    """
    weights = softmax(attention_scores(Q, K))
    return Attended(weights @ np.asarray(V, dtype=np.float64), weights)


def self_attention(X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike) -> Attended:
    """Let the tokens of X (n, d) attend to each other through W_q, W_k (d, d_k) and W_v (d, d_v).

    Returns the output (n, d_v) and the weights (n, n).
    """
    X = np.asarray(X, dtype=np.float64)
    return attention(X @ W_q, X @ W_k, X @ W_v)
