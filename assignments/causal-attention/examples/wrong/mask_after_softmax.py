"""Weights are set to 0 after the softmax."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = torch.tril(weights)
    return weights @ V, weights
