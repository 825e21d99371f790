# C11 | Returns memory that nobody wrote, in the hope that the reference's answer still lies there.
# Expected: wrong, non_finite, unstable; at most 10 points
import torch


def softmax(scores):
    return torch.empty_like(scores)


def attention_scores(Q, K):
    return torch.empty(len(Q), len(K), dtype=Q.dtype)


def attention(Q, K, V):
    return torch.empty(len(Q), V.shape[1], dtype=Q.dtype), torch.empty(len(Q), len(K), dtype=Q.dtype)


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
