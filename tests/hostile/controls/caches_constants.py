"""A control for answers that are kept: caches scale factors and masks, not results."""

from functools import cache, lru_cache

import torch


@cache
def scale(d_k):
    return 1 / d_k**0.5


@lru_cache(maxsize=4)
def ones(n, dtype):
    return torch.ones(n, 1, dtype=dtype)


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return (Q * ones(len(Q), Q.dtype)) @ K.T * scale(K.shape[1])


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
