"""Computes in double precision and returns double, whatever came in."""

import torch


def softmax(scores):
    scores = scores.double()
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q.double() @ K.double().T / Q.shape[-1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V.double(), weights


def self_attention(X, W_q, W_k, W_v):
    X = X.double()
    return attention(X @ W_q.double(), X @ W_k.double(), X @ W_v.double())
