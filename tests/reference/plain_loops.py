"""A second implementation, slow and obvious: the formulas of the lesson as loops over Python floats."""

import math


def softmax(scores):
    return [[math.exp(s - max(row)) / sum(math.exp(t - max(row)) for t in row) for s in row] for row in scores]


def attention_scores(Q, K):
    return [[sum(Q[i][c] * K[j][c] for c in range(len(K[j]))) / math.sqrt(len(K[j])) for j in range(len(K))]
            for i in range(len(Q))]  # fmt: skip


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    output = [[sum(row[j] * V[j][c] for j in range(len(V))) for c in range(len(V[0]))] for row in weights]
    return output, weights


def self_attention(X, W_q, W_k, W_v):
    def project(W):
        return [[sum(x[r] * W[r][c] for r in range(len(W))) for c in range(len(W[0]))] for x in X]

    return attention(project(W_q), project(W_k), project(W_v))
