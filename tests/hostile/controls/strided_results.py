"""A control for odd tensors: returns transposed, expanded, sliced and strided views."""

import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values).T.contiguous().T
    room = torch.zeros(2 * len(e), 3 * e.shape[1], dtype=e.dtype)
    room[::2, 1::3] = e / e.sum(dim=-1, keepdim=True)
    return room[::2, 1::3]


def attention_scores(Q, K):
    return (K @ Q.T / K.shape[1] ** 0.5).T


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
