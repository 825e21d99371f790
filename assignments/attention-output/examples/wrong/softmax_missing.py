"""The scores mix the values."""

import torch


def attention(Q, K, V):
    scores = Q @ K.T / K.shape[-1] ** 0.5
    weights = scores
    return weights @ V
