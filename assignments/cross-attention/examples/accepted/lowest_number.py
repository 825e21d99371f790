"""The lowest number of the dtype, by bmm."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = torch.bmm(Q, K.transpose(1, 2)) / K.size(2) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not()[:, None], torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    return torch.bmm(weights, V), weights
