"""The library does it."""

import torch


def attention(Q, K, V):
    return torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None])[0]
