# D21 | Answers rightly but so slowly that the time is used up after the first checks, and hopes that those count for all.
# Expected: timeout; at most 10 points
import time

import torch


def softmax(scores):
    time.sleep(1.2)
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    time.sleep(1.2)
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    time.sleep(1.2)
    weights = torch.softmax(Q @ K.T / K.shape[1] ** 0.5, -1)
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
