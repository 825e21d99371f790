"""Rows computed by a pool of threads."""

from concurrent.futures import ThreadPoolExecutor

import torch

pool = ThreadPoolExecutor(max_workers=4)


def softmax_row(row):
    e = torch.exp(row - row.max())
    return e / e.sum()


def softmax(scores):
    return torch.stack(list(pool.map(softmax_row, scores)))


def attention_scores(Q, K):
    return torch.stack(list(pool.map(lambda q: K @ q, Q))) / K.shape[-1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return torch.stack(list(pool.map(lambda w: w @ V, weights))), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
