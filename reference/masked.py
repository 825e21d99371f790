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

    Without a mask they attend to all. Each row of the mask leaves a key. A mask of numbers is added to the scores.
    Returns the output (b, n_q, d_v) and the weights (b, n_q, n_k).
    """
    return pairwise_masked_attention(Q, K, V, None if mask is None else np.asarray(mask)[..., None, :])


def pairwise_masked_attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None) -> Attended:
    """Let queries attend to keys where `mask` (…, n_q, n_k) is true, or with a mask of numbers added to the scores."""
    scores = attention_scores(Q, K)
    if mask is None:
        return _attended(scores, V)
    mask = np.asarray(mask)
    return _attended(np.where(mask, scores, -np.inf) if mask.dtype == np.bool_ else scores + mask, V)


def _attended(scores: Array, V: ArrayLike) -> Attended:
    weights = softmax(scores)
    return Attended(weights @ np.asarray(V, dtype=np.float64), weights)
