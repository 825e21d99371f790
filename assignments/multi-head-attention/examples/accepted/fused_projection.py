"""One product for queries, keys and values."""

import torch


def split_heads(X, num_heads):
    n, width = X.shape
    return X.view(n, num_heads, width // num_heads).transpose(0, 1)


def merge_heads(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    q, k, v = (X @ torch.cat([W_q, W_k, W_v], dim=1)).chunk(3, dim=1)
    q, k, v = (split_heads(t, num_heads) for t in (q, k, v))
    scores = torch.baddbmm(torch.zeros(1, dtype=X.dtype), q, k.mT, beta=0, alpha=k.shape[-1] ** -0.5)
    weights = torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))
    return torch.bmm(weights, v).permute(1, 0, 2).reshape(X.shape) @ W_o, weights
