"""Masked first, scaled then."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.mT
    if mask is not None:
        scores = scores.masked_fill(~mask[:, None, :], float('-inf'))
    scores = scores / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
