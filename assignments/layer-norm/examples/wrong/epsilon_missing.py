"""No constant: a token of equal numbers is divided by 0."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = ((X - mean) ** 2).mean(-1, keepdim=True)
    return (X - mean) / torch.sqrt(variance)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
