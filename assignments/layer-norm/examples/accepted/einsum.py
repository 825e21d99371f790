"""Sums as contractions, gamma as a diagonal matrix."""

import torch


def standardize(X):
    d = X.shape[-1]
    centred = X - torch.einsum("nd->n", X)[:, None] / d
    variance = torch.einsum("nd,nd->n", centred, centred)[:, None] / d
    return centred * (variance + 1e-8) ** -0.5


def layer_norm(X, gamma, beta):
    return standardize(X) @ torch.diag(gamma) + beta[None, :]
