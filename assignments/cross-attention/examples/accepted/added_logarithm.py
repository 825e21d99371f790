"""The logarithm of the mask, 0 or minus infinity, is added."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    if mask is not None:
        scores = scores + torch.log(mask.to(scores.dtype))[:, None, :]
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
