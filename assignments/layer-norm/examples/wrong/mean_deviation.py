"""Divides by the mean absolute deviation."""

import torch


def standardize(X):
    mean = X.mean(-1, keepdim=True)
    deviation = (X - mean).abs().mean(-1, keepdim=True)
    return (X - mean) / (deviation + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
