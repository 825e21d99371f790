"""Hidden after the softmax, and divided by the new sum: the same."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = torch.tril(weights)
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ V, weights
