"""standardize is right; layer_norm writes the formula once more, and forgets the constant."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = ((X - mean) ** 2).mean(-1, keepdim=True)
    return (X - mean) / torch.sqrt(variance + 1e-8)


def layer_norm(X, gamma, beta):
    mean = X.mean(-1, keepdim=True)
    return gamma * (X - mean) / X.std(-1, correction=0, keepdim=True) + beta
