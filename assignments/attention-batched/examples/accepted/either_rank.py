"""A branch for each number of axes."""

import torch


def attention(Q, K, V):
    if Q.dim() == 3:
        scores = torch.bmm(Q, K.permute(0, 2, 1))
    else:
        scores = torch.matmul(Q, K.permute(0, 1, 3, 2))
    weights = torch.softmax(scores / K.size(-1) ** 0.5, dim=Q.dim() - 1)
    return torch.matmul(weights, V), weights
