"""Mean and variance run over the tokens: batch normalisation."""

import torch


def standardize(X):
    mean = X.mean(0, keepdim=True)
    variance = ((X - mean) ** 2).mean(0, keepdim=True)
    return (X - mean) / torch.sqrt(variance + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
