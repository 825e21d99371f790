"""Masked first, scaled then: minus infinity stays."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.T
    later = torch.ones(len(Q), len(Q), dtype=torch.bool).triu(1)
    scores = scores.masked_fill(later, float('-inf'))
    scores = scores / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
