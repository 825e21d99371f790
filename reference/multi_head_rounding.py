"""How far a right answer to multi-head attention may be from the exact one, of the terms of `reference.rounding`.

Splitting and merging move numbers and round none; a submission that works in single precision rounds each once.
"""

import numpy as np

from reference.attention import Array, ArrayLike
from reference.multi_head import merge_heads, multi_head_attention, split_heads
from reference.rounding import ROUNDINGS, UNDERFLOW, gamma, self_attention_rounding


def split_heads_rounding(X: ArrayLike, num_heads: int, *, unit: float) -> tuple[Array]:
    """Bound `split_heads(X, num_heads)`."""
    return (2 * unit * np.abs(split_heads(X, num_heads)) + UNDERFLOW,)


def merge_heads_rounding(heads: ArrayLike, *, unit: float) -> tuple[Array]:
    """Bound `merge_heads(heads)`."""
    return (2 * unit * np.abs(merge_heads(heads)) + UNDERFLOW,)


def multi_head_attention_rounding(
    X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike, W_o: ArrayLike, num_heads: int, *, unit: float
) -> tuple[Array, Array]:
    """Bound the output and the weights of `multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads)`."""
    of_heads = zip(*(np.split(np.asarray(W, np.float64), num_heads, axis=-1) for W in (W_q, W_k, W_v)), strict=True)
    bounds = [self_attention_rounding(X, *matrices, unit=unit) for matrices in of_heads]
    drift = merge_heads(np.stack([output for output, _ in bounds]))
    project = np.asarray(W_o, dtype=np.float64)
    merged = np.abs(multi_head_attention(X, W_q, W_k, W_v, np.eye(len(project)), num_heads).output)
    rounded = gamma(len(project) + ROUNDINGS, unit) * (merged @ np.abs(project))
    return drift @ np.abs(project) + rounded + UNDERFLOW, np.stack([weights for _, weights in bounds])
