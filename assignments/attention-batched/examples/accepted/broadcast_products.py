"""Products of broadcast axes, summed."""

import torch


def attention(Q, K, V):
    scores = (Q.unsqueeze(-2) * K.unsqueeze(-3)).sum(-1) / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return (weights.unsqueeze(-1) * V.unsqueeze(-3)).sum(-2), weights
