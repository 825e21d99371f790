"""A control for stack overflows: adds up each row by recursion of depth 500, with a raised limit."""

import sys

import torch

sys.setrecursionlimit(5000)


def total(values, depth=500):
    if depth:
        return total(values, depth - 1)
    return sum(values)


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / total(e.unbind(dim=-1)).unsqueeze(-1)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
