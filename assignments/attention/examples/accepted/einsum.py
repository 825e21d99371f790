"""Every product as an einsum; the softmax of attention is a method call."""

import torch


def softmax(scores):
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    return torch.einsum("qk,q->qk", e, 1 / torch.einsum("qk->q", e))


def attention_scores(Q, K):
    return torch.einsum("qd,kd->qk", Q, K) * Q.shape[-1] ** -0.5


def attention(Q, K, V):
    weights = attention_scores(Q, K).softmax(-1)
    return torch.einsum("qk,kv->qv", weights, V), weights


def self_attention(X, W_q, W_k, W_v):
    Q, K, V = (torch.einsum("nd,dk->nk", X, W) for W in (W_q, W_k, W_v))
    return attention(Q, K, V)
