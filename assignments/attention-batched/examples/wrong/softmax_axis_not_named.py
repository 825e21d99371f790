"""The axis is left to the library."""

import torch


def attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    weights = torch.nn.functional.softmax(scores)
    return weights @ V, weights
