"""Multi-head attention. See README.md for what each function is to do."""

import torch


def split_heads(X, num_heads):
    """X (n, h*d_h) -> heads (h, n, d_h)."""
    raise NotImplementedError("split_heads")


def merge_heads(heads):
    """heads (h, n, d_h) -> (n, h*d_h)."""
    raise NotImplementedError("merge_heads")


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    """X (n, h*d_h), four matrices (h*d_h, h*d_h) -> output (n, h*d_h), weights (h, n, n)."""
    raise NotImplementedError("multi_head_attention")
