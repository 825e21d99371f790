"""No library at all: nested lists of floats, math.exp and sums."""

import math


def matmul(A, B):
    return [[sum(float(a) * float(b) for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def softmax(scores):
    rows = []
    for row in scores:
        top = max(float(s) for s in row)
        e = [math.exp(float(s) - top) for s in row]
        rows.append([x / sum(e) for x in e])
    return rows


def attention_scores(Q, K):
    root = math.sqrt(len(Q[0]))
    return [[s / root for s in row] for row in matmul(Q, list(zip(*K)))]


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return matmul(weights, [list(v) for v in V]), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(matmul(X, W_q), matmul(X, W_k), matmul(X, W_v))
