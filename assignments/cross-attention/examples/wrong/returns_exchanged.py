"""The weights come first."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask[:, None, :], float('-inf'))
    weights = torch.softmax(scores, dim=-1)
    return weights, weights @ V
