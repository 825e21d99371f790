"""standardize is right; layer_norm takes the mean of squares less the square of the mean."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = ((X - mean) ** 2).mean(-1, keepdim=True)
    return (X - mean) / torch.sqrt(variance + 1e-8)


def layer_norm(X, gamma, beta):
    mean = X.mean(-1, keepdim=True)
    variance = (X * X).mean(-1, keepdim=True) - mean**2
    return gamma * (X - mean) / torch.sqrt(torch.relu(variance) + 1e-8) + beta
