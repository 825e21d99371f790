"""Half precision on the way."""

import torch


def attention(Q, K, V):
    scores = (Q @ K.T / K.shape[-1] ** 0.5).half()
    weights = torch.softmax(scores, dim=-1)
    return weights.to(Q.dtype) @ V
