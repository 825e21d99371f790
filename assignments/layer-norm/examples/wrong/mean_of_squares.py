"""Mean of squares less square of the mean, in single precision: far from 0 no digit is left."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = (X * X).mean(-1, keepdim=True) - mean * mean
    return (X - mean) / torch.sqrt(variance.clamp(min=0) + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
