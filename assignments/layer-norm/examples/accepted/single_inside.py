"""Works in single precision, whatever comes."""

import numpy as np


def standardize(X):
    x = np.asarray(X, dtype=np.float32)
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + np.float32(1e-8))


def layer_norm(X, gamma, beta):
    return standardize(X) * np.float32(gamma) + np.float32(beta)
