"""The plain way: torch.matmul, row maximum subtracted."""

import math

import torch


def softmax(scores):
    shifted = scores - scores.max(dim=-1, keepdim=True).values
    e = torch.exp(shifted)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return torch.matmul(Q, K.transpose(-2, -1)) / math.sqrt(K.size(-1))


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return torch.matmul(weights, V), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(torch.matmul(X, W_q), torch.matmul(X, W_k), torch.matmul(X, W_v))
