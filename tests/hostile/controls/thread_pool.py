"""A control for thread bombs: maps rows over a pool of eight threads that outlives the call."""

from concurrent.futures import ThreadPoolExecutor

import torch

POOL = ThreadPoolExecutor(8)


def one_row(row):
    e = torch.exp(row - row.max())
    return e / e.sum()


def softmax(scores):
    return torch.stack(list(POOL.map(one_row, scores)))


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
