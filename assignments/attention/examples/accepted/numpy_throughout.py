"""NumPy throughout."""

import numpy as np


def softmax(scores):
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def attention_scores(Q, K):
    d_k = Q.shape[-1]
    return np.dot(Q, K.T) / np.sqrt(d_k)


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return np.dot(weights, V), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(np.dot(X, W_q), np.dot(X, W_k), np.dot(X, W_v))
