"""Contractions with a letter for each axis."""

import torch


def split_heads(X, num_heads):
    return torch.einsum("nhd->hnd", X.reshape(len(X), num_heads, -1))


def merge_heads(heads):
    return torch.einsum("hnd->nhd", heads).flatten(1)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = [torch.einsum("nd,de->ne", X, W).unflatten(1, (num_heads, -1)) for W in (W_q, W_k, W_v)]
    scores = torch.einsum("qhd,khd->hqk", q, k) * q.size(-1) ** -0.5
    weights = scores.softmax(-1)
    mixed = torch.einsum("hqk,khd->qhd", weights, v)
    return torch.einsum("qhd,hde->qe", mixed, W_o.unflatten(0, (num_heads, -1))), weights
