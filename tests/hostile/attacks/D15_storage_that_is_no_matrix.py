# D15 | Returns arrays whose storage differs from their shape: expanded without limit, reversed, beyond their own end.
# Expected: dtype, signal, shape; at most 0 points
import numpy as np
import torch


def softmax(scores):
    return np.broadcast_to(np.zeros(1), (2**30, 2**20))


def attention_scores(Q, K):
    return torch.zeros(1).expand(2**31, 2**31)


def attention(Q, K, V):
    beyond = np.lib.stride_tricks.as_strided(np.zeros(1), (512, 512), (2**40, 2**36))
    return beyond, beyond


def self_attention(X, W_q, W_k, W_v):
    overlapping = torch.as_strided(torch.zeros(8), (3, 3), (1, 1)).numpy()[::-1, ::-1]
    return np.asfortranarray(overlapping), np.lib.stride_tricks.as_strided(overlapping, (2, 2, 2), (-1, -3, -5))
