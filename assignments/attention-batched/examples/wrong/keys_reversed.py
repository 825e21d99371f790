"""The keys are transposed like a matrix: .T turns all axes round."""

import math

import torch


def attention(Q, K, V):
    scores = Q @ K.T / math.sqrt(Q.size(-1))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
