"""Softmax as exp(score - logsumexp)."""

import torch


def softmax(scores):
    return torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))


def attention_scores(Q, K):
    return Q.mm(K.t()).div(torch.tensor(float(K.shape[1])).sqrt())


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights.mm(V), weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X.mm(W_q), X.mm(W_k), X.mm(W_v))
