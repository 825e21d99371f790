"""Each score goes through a sigmoid."""

import torch


def attention(Q, K, V):
    scores = Q @ K.T / K.shape[-1] ** 0.5
    weights = torch.sigmoid(scores)
    return weights @ V
