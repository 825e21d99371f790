"""Computes in single precision and returns single, whatever came in."""

import numpy as np


def softmax(scores):
    scores = np.asarray(scores, dtype=np.float32)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention_scores(Q, K):
    Q, K = Q.astype(np.float32), K.astype(np.float32)
    return Q @ K.T / np.float32(np.sqrt(Q.shape[-1]))


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V.astype(np.float32), weights


def self_attention(X, W_q, W_k, W_v):
    X, W_q, W_k, W_v = (a.astype(np.float32) for a in (X, W_q, W_k, W_v))
    return attention(X @ W_q, X @ W_k, X @ W_v)
