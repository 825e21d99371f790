"""Works in the place of its input."""

import torch


def standardize(X):
    X -= X.mean(-1, keepdim=True)
    return X / torch.sqrt((X**2).mean(-1, keepdim=True) + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
