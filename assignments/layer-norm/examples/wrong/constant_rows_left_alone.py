"""A token of equal numbers is handed back as it is."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = ((X - mean) ** 2).mean(-1, keepdim=True)
    return torch.where(X.amax(-1, keepdim=True) == X.amin(-1, keepdim=True), X, (X - mean) / torch.sqrt(variance + 1e-8))


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
