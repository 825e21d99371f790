"""NumPy from one end to the other."""

import numpy as np

eps = 1e-8


def standardize(X):
    return (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=1, keepdims=True) + eps)


def layer_norm(X, gamma, beta):
    return gamma * standardize(X) + beta
