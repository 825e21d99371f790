import numpy as np


def softmax(scores):
    centre = np.mean(scores, axis=-1, keepdims=True)   # centre each row first
    e = np.exp(scores - centre)
    return e / np.sum(e, axis=-1, keepdims=True)


def attention_scores(Q, K):
    return np.tensordot(Q, K, axes=([1], [1])) * Q.shape[1] ** -0.5


def attention(Q, K, V):
    p = softmax(attention_scores(Q, K))
    return np.tensordot(p, V, axes=1), p


def self_attention(X, W_q, W_k, W_v):
    return attention(*[np.tensordot(X, W, axes=1) for W in (W_q, W_k, W_v)])
