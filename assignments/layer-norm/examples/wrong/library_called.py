"""Calls the kernel that is to be written."""

import torch


def standardize(X):
    return torch.nn.functional.layer_norm(X, X.shape[-1:], eps=1e-8)


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
