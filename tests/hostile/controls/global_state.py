"""A control for answers that depend on calls: counts its calls in globals and keeps the last inputs."""

import torch

CALLS, LAST = {}, None


def softmax(scores):
    global LAST
    CALLS["softmax"] = CALLS.get("softmax", 0) + 1
    LAST = scores
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
