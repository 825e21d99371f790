"""The root of the mean square as a norm. Adding ε·d under the norm's root is adding ε to the variance."""

import torch

EPSILON = 1e-8


def standardize(X):
    d = X.size(1)
    centred = X - X.sum(1, keepdim=True) / d
    widened = torch.cat([centred, torch.full_like(X[:, :1], (EPSILON * d) ** 0.5)], dim=1)
    return centred * d**0.5 / torch.linalg.norm(widened, dim=1, keepdim=True)


def layer_norm(X, gamma, beta):
    return torch.mul(standardize(X), gamma).add(beta)
