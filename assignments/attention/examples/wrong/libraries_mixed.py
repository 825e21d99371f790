"""NumPy's keyword on a tensor's method, torch's on an array's."""

import math

import numpy as np
import torch


def softmax(scores):
    e = np.exp(scores - scores.max(dim=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
