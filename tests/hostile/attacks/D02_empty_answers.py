# D2 | Returns arrays without entries, and lists without arrays: nothing in them differs from anything.
# Expected: shape, dtype; at most 0 points
import numpy as np
import torch


def softmax(scores):
    return scores[:0]


def attention_scores(Q, K):
    return torch.empty(Q.shape[0], 0)


def attention(Q, K, V):
    return []


def self_attention(X, W_q, W_k, W_v):
    return np.empty((0,) * 8), iter(())
