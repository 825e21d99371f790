"""Both products by einsum."""

import torch


def cross_attention(query, key, value, mask=None):
    scores = torch.einsum("bqd,bkd->bqk", query, key) * key.size(-1) ** -0.5
    if mask is not None:
        scores = scores.masked_fill(torch.logical_not(mask)[:, None, :], -torch.inf)
    weights = scores.softmax(dim=-1)
    return torch.einsum("bqk,bkd->bqd", weights, value), weights
