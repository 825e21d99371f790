"""Works in double precision, and hands back what it was given."""

import torch


def standardize(X):
    x = X.double()
    mean = x.mean(-1, keepdim=True)
    variance = (x * x).mean(-1, keepdim=True) - mean * mean
    return ((x - mean) / torch.sqrt(variance.clamp(min=0) + 1e-8)).to(X.dtype)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
