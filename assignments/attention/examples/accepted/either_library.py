"""Takes tensors and arrays alike: only operators that both have."""

import math


def row_maximum(scores):
    largest = scores[:, 0]
    for j in range(1, scores.shape[1]):
        column = scores[:, j]
        largest = largest * (largest >= column) + column * (largest < column)
    return largest.reshape(-1, 1)


def softmax(scores):
    e = math.e ** (scores - row_maximum(scores))
    return e / e.sum(1).reshape(-1, 1)


def attention_scores(Q, K):
    return Q @ K.T / math.sqrt(Q.shape[1])


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
