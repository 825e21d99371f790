"""A mask of ones where none is given."""

import torch


def cross_attention(Q, K, V, mask=None):
    if mask is None:
        mask = torch.ones(K.shape[:2], dtype=torch.bool)
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    scores[~mask[:, None, :].expand_as(scores)] = float('-inf')
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
