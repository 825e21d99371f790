"""A module that keeps its mask in a buffer of the largest length."""

import torch


class Causal(torch.nn.Module):
    def __init__(self, longest=512):
        super().__init__()
        self.register_buffer("mask", torch.tril(torch.ones(longest, longest)) == 0)

    def forward(self, Q, K, V):
        scores = Q @ K.mT / K.shape[-1] ** 0.5
        n = Q.shape[-2]
        weights = torch.softmax(scores.masked_fill(self.mask[:n, :n], float("-inf")), -1)
        return weights @ V, weights


causal_attention = Causal().eval()
