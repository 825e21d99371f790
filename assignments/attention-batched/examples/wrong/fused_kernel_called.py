"""The library does it."""

import torch


def attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.nn.functional.scaled_dot_product_attention(Q, K, V), weights
