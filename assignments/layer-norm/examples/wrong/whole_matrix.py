"""One mean and one variance for all tokens."""

import torch


def standardize(X):
    mean = X.mean()
    variance = ((X - mean) ** 2).mean()
    return (X - mean) / torch.sqrt(variance + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
