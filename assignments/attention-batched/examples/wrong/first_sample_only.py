"""The keys of the first sample serve all."""

import torch


def attention(Q, K, V):
    scores = Q @ K[:1].mT / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
