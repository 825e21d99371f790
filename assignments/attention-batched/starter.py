"""Lab: attention in batches and heads. See README.md for what the function is to do."""

import torch


def attention(Q, K, V):
    """Q (..., n_q, d_k), K (..., n_k, d_k), V (..., n_k, d_v) -> output (..., n_q, d_v), weights (..., n_q, n_k).

    In front stand the samples (b) or the samples and the heads (b, h).
    """
    raise NotImplementedError("attention")
