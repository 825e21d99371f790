"""Columns are dealt out to the heads in turn, and back."""

import torch


def split_heads(X, num_heads):
    return X.reshape(len(X), -1, num_heads).permute(2, 0, 1)


def merge_heads(heads):
    return heads.permute(1, 2, 0).reshape(heads.shape[1], -1)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = (split_heads(X @ W, num_heads) for W in (W_q, W_k, W_v))
    weights = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)
    return merge_heads(weights @ v) @ W_o, weights
