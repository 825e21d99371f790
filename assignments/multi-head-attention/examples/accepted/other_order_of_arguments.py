"""The number of heads first, and named."""

import torch
import torch.nn.functional as F


def split_heads(X, num_heads):
    n, width = X.shape
    return X.view(n, num_heads, width // num_heads).transpose(0, 1)


def merge_heads(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)


def multi_head_attention(num_heads, X, W_q, W_k, W_v, W_o, dropout=0.0):
    q, k, v = (split_heads(X @ W, num_heads) for W in (W_q, W_k, W_v))
    weights = F.softmax(q / q.shape[-1] ** 0.5 @ k.transpose(1, 2), dim=-1)
    weights = F.dropout(weights, dropout, training=False)
    return merge_heads(weights @ v) @ W_o, weights
