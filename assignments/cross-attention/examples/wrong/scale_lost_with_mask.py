"""The masked branch starts from the raw scores."""

import torch


def cross_attention(Q, K, V, mask=None):
    raw = Q @ K.transpose(-2, -1)
    scores = raw / K.shape[-1] ** 0.5
    if mask is not None:
        scores = raw.masked_fill(~mask[:, None, :], float('-inf'))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
