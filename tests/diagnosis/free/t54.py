import numpy as np


def softmax(scores):
    """softmax_ij = exp(s_ij) / sum_j exp(s_ij)"""
    E = np.exp(scores)
    return np.divide(E, np.sum(E, axis=1, keepdims=True))


def attention_scores(Q, K):
    d = np.size(K, 1)
    prod = np.matmul(Q, K.transpose())
    return np.divide(prod, d)


def attention(Q, K, V):
    A = softmax(attention_scores(Q, K))
    Z = np.matmul(A, V)
    return (A, Z)


def self_attention(X, W_q, W_k, W_v):
    return attention(np.matmul(X, W_q), np.matmul(X, W_k), np.matmul(X, W_v))
