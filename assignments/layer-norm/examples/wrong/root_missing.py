"""Divides by the variance, not by its root."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    variance = ((X - mean) ** 2).mean(-1, keepdim=True)
    return (X - mean) / (variance + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
