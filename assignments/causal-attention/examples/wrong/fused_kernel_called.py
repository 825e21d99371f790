"""The library does it."""

import torch


def causal_attention(Q, K, V):
    output = torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None], is_causal=True)[0]
    scores = (Q @ K.T / K.shape[-1] ** 0.5).masked_fill(torch.ones(len(Q), len(Q)).triu(1) == 1, float("-inf"))
    return output, torch.softmax(scores, dim=-1)
