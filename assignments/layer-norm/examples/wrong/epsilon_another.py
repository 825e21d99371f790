"""The constant of another library, 1e-5."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = ((X - mean) ** 2).mean(-1, keepdim=True)
    return (X - mean) / torch.sqrt(variance + 1e-5)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
