"""The mean of a row lines up with a column."""

import torch


def standardize(X):
    mean = X.mean(-1)
    variance = ((X - mean) ** 2).mean(-1)
    return (X - mean) / torch.sqrt(variance + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
