"""Explicit loops over queries, keys and features, as the formula is written."""

import math

import torch


def softmax(scores):
    weights = torch.zeros_like(scores)
    for i in range(scores.shape[0]):
        largest = max(float(s) for s in scores[i])
        total = 0.0
        for j in range(scores.shape[1]):
            weights[i, j] = math.exp(float(scores[i, j]) - largest)
            total += float(weights[i, j])
        for j in range(scores.shape[1]):
            weights[i, j] /= total
    return weights


def attention_scores(Q, K):
    scores = torch.zeros(Q.shape[0], K.shape[0], dtype=Q.dtype)
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            scores[i, j] = (Q[i] * K[j]).sum() / math.sqrt(Q.shape[1])
    return scores


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    output = torch.zeros(Q.shape[0], V.shape[1], dtype=V.dtype)
    for i in range(Q.shape[0]):
        for j in range(K.shape[0]):
            output[i] += weights[i, j] * V[j]
    return output, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
