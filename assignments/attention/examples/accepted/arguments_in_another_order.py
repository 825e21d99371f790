"""Values come before keys; the parameters' names say which is which."""

import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(keys, queries):
    return queries @ keys.T / keys.shape[-1] ** 0.5


def attention(values, keys, queries):
    weights = softmax(attention_scores(keys, queries))
    return weights @ values, weights


def self_attention(x, wv, wk, wq):
    return attention(x @ wv, x @ wk, x @ wq)
