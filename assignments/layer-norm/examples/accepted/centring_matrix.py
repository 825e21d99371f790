"""The mean is taken off by a matrix, I − 1/d."""

import numpy as np


def standardize(X):
    d = X.shape[1]
    centred = X @ (np.eye(d, dtype=X.dtype) - np.ones((d, d), dtype=X.dtype) / d)
    return centred / np.sqrt((centred * centred).sum(axis=1)[:, None] / d + X.dtype.type(1e-8))


def layer_norm(X, gamma, beta):
    return standardize(X) * gamma.reshape(1, -1) + beta.reshape(1, -1)
