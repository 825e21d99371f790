"""The module keeps its layers in a list, so that nobody can set W_q and the others."""

import torch


def split_heads(X, num_heads):
    n, width = X.shape
    return X.reshape(n, num_heads, width // num_heads).transpose(0, 1)


def merge_heads(heads):
    h, n, d = heads.shape
    return heads.transpose(0, 1).reshape(n, h * d)


class MultiHeadAttention(torch.nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.1):
        super().__init__()
        self.num_heads = num_heads
        self.dropout = torch.nn.Dropout(dropout)
        self.layers = torch.nn.ModuleList(torch.nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x):
        q, k, v = (split_heads(layer(x), self.num_heads) for layer in self.layers[:3])
        weights = torch.softmax(q @ k.mT / q.size(-1) ** 0.5, dim=-1)
        return self.layers[3](merge_heads(self.dropout(weights) @ v)), weights
