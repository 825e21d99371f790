"""The variance is divided by d - 1."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    return (X - mean) / torch.sqrt(X.var(-1, keepdim=True) + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
