"""The result goes into a buffer of integers."""

import numpy as np


def softmax(scores):
    weights = np.zeros(scores.shape, dtype=int)
    for i, row in enumerate(scores):
        e = np.exp(row - row.max())
        weights[i] = e / e.sum()
    return weights


def attention_scores(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[-1])


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
