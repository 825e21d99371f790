"""Multi-head self-attention in float64: several attentions side by side, each on its own part of the width.

Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2, with the weights given. Arrays have no units:
X (n, h·d_h), a row for each token; heads (h, n, d_h); W_q, W_k, W_v and W_o (h·d_h, h·d_h), applied from the right.
Head k has the columns k·d_h to (k + 1)·d_h of the projections, and scores are divided by √d_h.

`tests/reference` proves it against PyTorch's `MultiheadAttention`.
"""

import numpy as np

from reference.attention import Array, ArrayLike, Attended, self_attention


def split_heads(X: ArrayLike, num_heads: int) -> Array:
    """Cut the columns of X (n, h·d_h) into h blocks: heads (h, n, d_h)."""
    return np.stack(np.split(np.asarray(X, dtype=np.float64), num_heads, axis=-1))


def merge_heads(heads: ArrayLike) -> Array:
    """Set the heads (h, n, d_h) side by side: (n, h·d_h). Undoes `split_heads`."""
    return np.concatenate(list(np.asarray(heads, dtype=np.float64)), axis=-1)


def multi_head_attention(
    X: ArrayLike, W_q: ArrayLike, W_k: ArrayLike, W_v: ArrayLike, W_o: ArrayLike, num_heads: int
) -> Attended:
    """Let the tokens of X (n, h·d_h) attend to each other in each head, and project the merged heads by W_o.

    Returns the output (n, h·d_h) and the weights (h, n, n).
    """
    of_heads = zip(*(np.split(np.asarray(W, np.float64), num_heads, axis=-1) for W in (W_q, W_k, W_v)), strict=True)
    outputs, weights = zip(*(self_attention(X, *matrices) for matrices in of_heads), strict=True)
    return Attended(merge_heads(np.stack(outputs)) @ np.asarray(W_o, np.float64), np.stack(weights))
