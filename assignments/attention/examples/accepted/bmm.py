"""Batched products on a batch of one, squeezed away at the end."""

import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True)[0])
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    scores = torch.bmm(Q.unsqueeze(0), K.unsqueeze(0).transpose(1, 2))
    return scores.squeeze(0) / Q.size(-1) ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return torch.bmm(weights[None], V[None])[0], weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X.matmul(W_q), X.matmul(W_k), X.matmul(W_v))
