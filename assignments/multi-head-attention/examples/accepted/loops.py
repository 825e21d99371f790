"""Plain loops over heads, queries and keys."""

import math

import torch


def split_heads(X, num_heads):
    d_h = X.shape[1] // num_heads
    heads = torch.zeros(num_heads, X.shape[0], d_h, dtype=X.dtype)
    for h in range(num_heads):
        for j in range(d_h):
            heads[h, :, j] = X[:, h * d_h + j]
    return heads


def merge_heads(heads):
    rows = []
    for i in range(heads.shape[1]):
        rows.append(torch.cat([heads[h, i] for h in range(heads.shape[0])]))
    return torch.stack(rows)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = split_heads(X @ W_q, num_heads), split_heads(X @ W_k, num_heads), split_heads(X @ W_v, num_heads)
    weights = torch.zeros(num_heads, len(X), len(X), dtype=X.dtype)
    mixed = torch.zeros_like(v)
    for h in range(num_heads):
        for i in range(len(X)):
            scores = torch.stack([q[h, i].dot(k[h, j]) for j in range(len(X))]) / math.sqrt(q.shape[-1])
            weights[h, i] = torch.softmax(scores, dim=0)
            mixed[h, i] = sum(weights[h, i, j] * v[h, j] for j in range(len(X)))
    return merge_heads(mixed) @ W_o, weights
