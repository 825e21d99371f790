"""Works on a batch of one, as modules do."""

import torch


def split_heads(X, num_heads):
    return X[None].view(1, len(X), num_heads, -1).permute(0, 2, 1, 3)[0]


def merge_heads(heads):
    return heads[None].permute(0, 2, 1, 3).contiguous().view(1, heads.shape[1], -1)[0]


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    x = X.unsqueeze(0)
    b, n, d = x.shape
    q, k, v = [(x @ W).view(b, n, num_heads, d // num_heads).transpose(1, 2) for W in (W_q, W_k, W_v)]
    weights = torch.nn.functional.softmax(q @ k.transpose(-1, -2) / (d // num_heads) ** 0.5, dim=-1)
    return ((weights @ v).transpose(1, 2).flatten(2) @ W_o).squeeze(0), weights.squeeze(0)
