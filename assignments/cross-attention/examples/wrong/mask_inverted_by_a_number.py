"""True is taken for hidden; a large number hides."""

import torch


def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask[:, None, :], -1e9)
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
