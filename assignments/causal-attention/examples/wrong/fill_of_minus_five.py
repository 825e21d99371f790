"""A fill that is not low enough."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    scores = scores.masked_fill(torch.tril(torch.ones_like(scores)) == 0, -5.0)
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
