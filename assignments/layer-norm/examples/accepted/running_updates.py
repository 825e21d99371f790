"""Mean and squares in one pass, number by number, in the way that stays precise (Welford)."""

import torch


def standardize(X):
    mean = torch.zeros_like(X[:, 0])
    squares = torch.zeros_like(mean)
    for count, column in enumerate(X.unbind(dim=1), start=1):
        before = column - mean
        mean = mean + before / count
        squares = squares + before * (column - mean)
    return (X - mean[:, None]) / (squares / X.shape[1] + 1e-8).sqrt()[:, None]


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma + beta
