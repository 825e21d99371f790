"""NumPy, with a function for each step."""

import numpy as np


def softmax(x):
    x = x - np.max(x, axis=-1, keepdims=True)
    return np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True)


def scores_of(queries, keys):
    return np.dot(queries, keys.T) / keys.shape[1] ** 0.5


def attention(queries, keys, values):
    return np.dot(softmax(scores_of(queries, keys)), values)
