"""The mask comes from comparing positions."""

import torch


def causal_attention(Q, K, V):
    scores = Q @ K.transpose(-2, -1) / K.shape[-1] ** 0.5
    at = torch.arange(Q.shape[0])
    scores = scores.masked_fill(at[None, :] > at[:, None], float('-inf'))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
