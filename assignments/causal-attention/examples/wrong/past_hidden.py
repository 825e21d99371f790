"""The triangle lies on the other side."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    scores = scores.masked_fill(torch.triu(torch.ones_like(scores)) == 0, float('-inf'))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
