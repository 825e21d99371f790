"""Weights are set to 0 after the softmax."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights * mask[:, None, :]
    return weights @ V, weights
