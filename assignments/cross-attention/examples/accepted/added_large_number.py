"""A large number is taken off the scores of hidden keys."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    if mask is not None:
        scores = scores - 1e9 * (~mask).unsqueeze(1).to(scores.dtype)
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
