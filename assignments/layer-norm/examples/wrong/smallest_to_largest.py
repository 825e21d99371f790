"""Brings each token to the range from 0 to 1."""

import torch


def standardize(X):
    low, high = X.amin(-1, keepdim=True), X.amax(-1, keepdim=True)
    return (X - low) / (high - low + 1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
