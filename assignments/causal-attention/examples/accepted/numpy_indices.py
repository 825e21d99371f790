"""NumPy, with the places of the upper triangle."""

import numpy as np


def causal_attention(Q, K, V):
    scores = (Q @ K.T) / np.sqrt(Q.shape[-1])
    scores[np.triu_indices(len(Q), k=1)] = -np.inf
    weights = np.exp(scores - scores.max(1, keepdims=True))
    weights /= weights.sum(1, keepdims=True)
    return weights @ V, weights
