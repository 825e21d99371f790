"""Samples one by one, down to matrices."""

import torch


def attention(Q, K, V):
    if Q.dim() > 2:
        pairs = [attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return torch.stack([o for o, _ in pairs]), torch.stack([w for _, w in pairs])
    weights = torch.softmax(Q @ K.T / K.shape[1] ** 0.5, dim=1)
    return weights @ V, weights
