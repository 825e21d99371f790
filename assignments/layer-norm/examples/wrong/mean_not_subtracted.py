"""Divides by the root of the mean square, and subtracts nothing (RMS norm)."""

import torch


def standardize(X):
    square = (X**2).mean(-1, keepdim=True)
    return X / torch.sqrt(square + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
