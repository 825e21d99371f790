"""A mask of 0 and minus infinity is added."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    scores = scores + torch.full((len(Q), len(Q)), float('-inf'), dtype=Q.dtype).triu(1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
