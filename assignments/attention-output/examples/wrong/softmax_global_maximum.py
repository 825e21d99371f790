"""One maximum for all rows."""

import torch


def attention(Q, K, V):
    scores = Q @ K.T / K.shape[-1] ** 0.5
    e = torch.exp(scores - scores.max())
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ V
