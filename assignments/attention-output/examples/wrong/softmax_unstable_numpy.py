"""Exponentials of the scores as they are, in NumPy."""

import numpy as np


def attention(Q, K, V):
    e = np.exp(Q @ K.T / np.sqrt(K.shape[-1]))
    return e / e.sum(axis=-1, keepdims=True) @ V
