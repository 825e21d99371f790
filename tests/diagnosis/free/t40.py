import numpy as np


def softmax(scores):
    t = np.exp(scores)
    return t / np.sum(t, axis=-1)[:, np.newaxis]


def attention_scores(Q, K):
    d_k = Q.shape[-1]
    return np.dot(Q, np.swapaxes(K, 0, 1)) / d_k ** 0.5


def attention(Q, K, V):
    A = softmax(attention_scores(Q, K))
    return np.dot(A, V), A


def self_attention(X, W_q, W_k, W_v):
    q = X @ W_q
    k = X @ W_q
    v = X @ W_v
    return attention(q, k, v)
