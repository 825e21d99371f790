"""The queries are scaled in place."""

import torch


def attention(Q, K, V):
    Q /= K.shape[-1] ** 0.5
    scores = Q @ K.T
    weights = torch.softmax(scores, dim=-1)
    return weights @ V
