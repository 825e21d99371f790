"""The scale split over queries and keys by fourth roots."""

import torch


def softmax(scores):
    e = torch.exp(scores - scores.amax(dim=1).unsqueeze(1))
    return e / e.sum(dim=1).unsqueeze(1)


def attention_scores(Q, K):
    root = Q.shape[1] ** 0.25
    return (Q / root) @ (K / root).T


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
