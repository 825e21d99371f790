"""A class of plain Python: its matrices are attributes, and it is called like a function."""

import numpy as np


def split_heads(X, num_heads):
    return np.stack(np.split(X, num_heads, axis=-1))


def merge_heads(heads):
    return np.concatenate(list(heads), axis=-1)


class MultiHead:
    W_q = W_k = W_v = W_o = None

    def __init__(self, num_heads, d_model):
        self.heads, self.width = num_heads, d_model // num_heads

    def __call__(self, X):
        Q, K, V = (split_heads(X @ W, self.heads) for W in (self.W_q, self.W_k, self.W_v))
        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(self.width)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        return merge_heads(weights @ V) @ self.W_o, weights
