"""Results that require a gradient."""

import torch

one = torch.nn.Parameter(torch.ones(1))


def softmax(scores):
    e = torch.exp(scores * one - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return (Q * one) @ K.T / K.shape[-1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
