"""Lab LM3-L1: compute attention step by step. See README.md for what each function is to do."""

import torch


def softmax(scores):
    """scores (n_q, n_k) -> weights (n_q, n_k): each row positive, with sum 1."""
    raise NotImplementedError("softmax")


def attention_scores(Q, K):
    """Q (n_q, d_k), K (n_k, d_k) -> scaled scores (n_q, n_k)."""
    raise NotImplementedError("attention_scores")


def attention(Q, K, V):
    """Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v) -> output (n_q, d_v), weights (n_q, n_k)."""
    raise NotImplementedError("attention")


def self_attention(X, W_q, W_k, W_v):
    """X (n, d), W_q and W_k (d, d_k), W_v (d, d_v) -> output (n, d_v), weights (n, n)."""
    raise NotImplementedError("self_attention")
