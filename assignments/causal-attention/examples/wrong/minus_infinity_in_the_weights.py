"""Minus infinity is written behind the softmax."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = weights.masked_fill(torch.tril(torch.ones_like(weights)) == 0, float('-inf'))
    return weights @ V, weights
