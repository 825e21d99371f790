import numpy as np


def softmax(scores):
    top = scores.max(axis=-1, keepdims=True)
    numerator = np.exp(scores - top)
    denominator = np.exp(scores).sum(axis=-1, keepdims=True)
    return numerator / denominator


def attention_scores(Q, K):
    root = np.sqrt(Q.shape[-1])
    return np.inner(Q, K) / root


def attention(Q, K, V):
    w = softmax(attention_scores(Q, K))
    return np.dot(w, V), w


def self_attention(X, W_q, W_k, W_v):
    return attention(np.dot(X, W_q), np.dot(X, W_k), np.dot(X, W_v))
