"""Values first, a dropout before the mask."""

import torch


def cross_attention(value, key, query, dropout=None, mask=None):
    """Attention of queries over the keys of another sequence."""
    weights = torch.matmul(query, key.transpose(-2, -1)) / torch.tensor(key.shape[-1]).sqrt()
    if mask is not None:
        weights = weights.masked_fill(mask[:, None, :] == False, float("-inf"))  # noqa: E712
    weights = torch.nn.functional.softmax(weights, dim=-1)
    if dropout is not None:
        weights = dropout(weights)
    return torch.matmul(weights, value), weights
