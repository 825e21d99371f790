"""A module, made anew with the given parameters; tensors come back with a gradient to follow."""

import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, gamma, beta, eps=1e-8):
        super().__init__()
        self.gamma, self.beta, self.eps = nn.Parameter(gamma), nn.Parameter(beta), eps

    def forward(self, x):
        return self.gamma * standardize(x, self.eps) + self.beta


def standardize(X, eps=1e-8):
    mean = X.mean(-1, keepdim=True)
    std = ((X - mean).pow(2).mean(-1, keepdim=True) + eps).sqrt()
    return (X - mean) / std


def layer_norm(X, gamma, beta):
    return LayerNorm(gamma, beta)(X)
