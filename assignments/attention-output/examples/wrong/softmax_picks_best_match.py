"""The largest score takes all."""

import torch


def attention(Q, K, V):
    scores = Q @ K.T / K.shape[-1] ** 0.5
    weights = torch.nn.functional.one_hot(scores.argmax(-1), len(K)).to(Q.dtype)
    return weights @ V
