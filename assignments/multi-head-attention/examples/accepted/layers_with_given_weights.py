"""A module whose layers are given the matrices: a layer stores them transposed."""

import torch


class MultiHead(torch.nn.Module):
    def __init__(self, matrices, num_heads):
        super().__init__()
        self.layers = torch.nn.ModuleList()
        for W in matrices:
            layer = torch.nn.Linear(*W.shape, bias=False, dtype=W.dtype)
            layer.weight.data = W.T.clone()
            self.layers.append(layer)
        self.num_heads = num_heads

    def forward(self, x):
        to_q, to_k, to_v, to_o = self.layers
        q, k, v = (split_heads(layer(x), self.num_heads) for layer in (to_q, to_k, to_v))
        weights = (q @ k.mT / q.size(-1) ** 0.5).softmax(-1)
        return to_o(merge_heads(weights @ v)), weights


def split_heads(X, num_heads):
    n, width = X.shape
    return X.view(n, num_heads, width // num_heads).transpose(0, 1)


def merge_heads(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    return MultiHead((W_q, W_k, W_v, W_o), num_heads)(X)
