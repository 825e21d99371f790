"""NumPy from one end to the other."""

import numpy as np


def split_heads(X, num_heads):
    n, width = X.shape
    return X.reshape(n, num_heads, width // num_heads).transpose(1, 0, 2)


def merge_heads(heads):
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = split_heads(X @ W_q, num_heads), split_heads(X @ W_k, num_heads), split_heads(X @ W_v, num_heads)
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return merge_heads(weights @ v) @ W_o, weights
