import numpy as np


def softmax(scores):
    e = np.exp(scores - scores.max(axis=0))
    return e / e.sum(axis=1, keepdims=True)


def attention_scores(Q, K):
    return Q @ K.T


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
