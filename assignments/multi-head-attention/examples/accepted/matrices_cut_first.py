"""Each head projects with its own columns, and its rows of W_o add to the output."""

import torch


def split_heads(X, num_heads):
    n, width = X.shape
    return X.view(n, num_heads, width // num_heads).transpose(0, 1)


def merge_heads(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    blocks = [torch.chunk(W, num_heads, dim=1) for W in (W_q, W_k, W_v)]
    output, weights = 0, []
    for w_q, w_k, w_v, w_o in zip(*blocks, W_o.chunk(num_heads, dim=0)):
        q, k, v = X @ w_q, X @ w_k, X @ w_v
        weights.append(torch.softmax(q @ k.mT / w_q.shape[1] ** 0.5, dim=-1))
        output = output + weights[-1] @ v @ w_o
    return output, torch.stack(weights)
