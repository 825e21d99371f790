import numpy as np


def softmax(scores):
    z = np.exp(scores - scores.max(1)[:, None])
    return z / z.sum(1)[:, None]


def attention_scores(Q, K):
    return Q @ K.T / np.sqrt(Q.shape[1])


def attention(Q, K, V):
    z = Q @ K.T / np.sqrt(Q.shape[1])
    z = np.exp(z - z.max(1)[:, None])
    z = z / z.sum(1)[:, None]
    return z @ V, z


def self_attention(X, W_q, W_k, W_v):
    a = (X @ W_q) @ (X @ W_k).T / np.sqrt(X.shape[1])
    a = np.exp(a - a.max(0))
    a = a / a.sum(0)
    return a @ (X @ W_v), a
