"""Attention that hides keys: those after a query's own place, or those that a mask names.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.3; lesson LM3-T4. The score of a hidden key is
minus infinity, so that its weight is exactly 0 and the others sum to 1. Axes before the last two are samples.
"""

import numpy as np

from reference.attention import Array, ArrayLike, Attended, attention_scores, softmax


def causal_attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike) -> Attended:
    """Let each token of Q, K (…, n, d_k) and V (…, n, d_v) attend to itself and to earlier ones.

    Returns the output (…, n, d_v) and the weights (…, n, n), which are 0 above the diagonal.
    """
    scores = attention_scores(Q, K)
    return _attended(np.where(np.tri(*scores.shape[-2:]) > 0, scores, -np.inf), V)


def masked_attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None) -> Attended:
    """Let the queries of Q (b, n_q, d_k) attend to the keys of K (b, n_k, d_k) where `mask` (b, n_k) is true.

    Without a mask they attend to all. Each row of the mask leaves a key. Returns the output (b, n_q, d_v) and the
    weights (b, n_q, n_k).
    """
    scores = attention_scores(Q, K)
    return _attended(scores if mask is None else np.where(np.asarray(mask)[..., None, :], scores, -np.inf), V)


def _attended(scores: Array, V: ArrayLike) -> Attended:
    weights = softmax(scores)
    return Attended(weights @ np.asarray(V, dtype=np.float64), weights)
