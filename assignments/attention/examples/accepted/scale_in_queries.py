"""The scale folded into the queries before the product."""

import torch


def softmax(scores):
    e = (scores - scores.max(-1, keepdim=True)[0]).exp()
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    return (Q * K.shape[-1] ** -0.5) @ K.T


def attention(Q, K, V):
    weights = torch.softmax(attention_scores(Q, K), dim=1)
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
