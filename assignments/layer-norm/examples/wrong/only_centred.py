"""Subtracts the mean and divides by nothing."""

import torch


def standardize(X):
    return X - X.mean(-1, keepdim=True)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
