"""One maximum for all rows."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    later = torch.ones(len(Q), len(Q), dtype=torch.bool).triu(1)
    scores = scores.masked_fill(later, float('-inf'))
    e = torch.exp(scores - scores.max())
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ V, weights
