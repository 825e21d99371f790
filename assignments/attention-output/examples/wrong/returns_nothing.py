"""The return is missing."""

import torch


def attention(Q, K, V):
    scores = Q @ K.T / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ V
