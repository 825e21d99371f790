"""A control for memory bombs: keeps 200 MB at import and takes 200 MB more in a call."""

import torch

TABLE = torch.zeros(25_000_000, dtype=torch.float64)


def softmax(scores):
    padded = bytearray(200_000_000)
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values) + TABLE[len(padded) // 10]
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
