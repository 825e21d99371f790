"""Heads as chunks of the last axis."""

import torch


def split_heads(X, num_heads):
    return torch.stack(X.chunk(num_heads, dim=-1))


def merge_heads(heads):
    return torch.cat(tuple(heads), dim=-1)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    d_h = X.size(-1) // num_heads
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    outputs, weights = [], []
    for head in range(num_heads):
        s = slice(head * d_h, (head + 1) * d_h)
        w = (Q[:, s] @ K[:, s].T / d_h**0.5).softmax(dim=-1)
        outputs.append(w @ V[:, s])
        weights.append(w)
    return torch.cat(outputs, dim=-1) @ W_o, torch.stack(weights)
