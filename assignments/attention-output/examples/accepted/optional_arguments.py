"""A mask and a dropout that nobody gives; values first."""

import torch


def attention(value, query, key, mask=None, dropout_p=0.0):
    scores = query @ key.transpose(-2, -1) / torch.sqrt(torch.tensor(float(key.size(-1))))
    if mask is not None:
        scores = scores.masked_fill(~mask, float('-inf'))
    weights = torch.nn.functional.softmax(scores, dim=-1)
    weights = torch.nn.functional.dropout(weights, dropout_p, training=False)
    return torch.matmul(weights, value)
