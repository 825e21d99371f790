"""The same numbers by a second road: PyTorch's fused kernel, in float64.

Kept apart from `reference.attention` because it imports torch, which the judge does not need: the tests prove that
both roads agree on the inputs that the labs draw.
"""

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from reference.attention import Array, ArrayLike


def fused_attention(Q: ArrayLike, K: ArrayLike, V: ArrayLike) -> Array:
    """Return the attention output (n_q, d_v) of Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v) from the fused kernel."""
    q, k, v = (torch.from_numpy(np.asarray(a, dtype=np.float64))[None, None] for a in (Q, K, V))
    return np.asarray(scaled_dot_product_attention(q, k, v)[0, 0].numpy())
