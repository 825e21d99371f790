# D5 | Returns constants that depend on the shapes alone: uniform weights, scores of 0, outputs of 0.
# Expected: wrong; at most 10 points
import torch


def softmax(scores):
    return torch.full(scores.shape, 1 / scores.shape[1], dtype=scores.dtype)


def attention_scores(Q, K):
    return torch.zeros(Q.shape[0], K.shape[0], dtype=Q.dtype)


def attention(Q, K, V):
    return torch.zeros(Q.shape[0], V.shape[1], dtype=Q.dtype), softmax(attention_scores(Q, K))


def self_attention(X, W_q, W_k, W_v):
    return attention(X, X, torch.zeros(X.shape[0], W_v.shape[1], dtype=X.dtype))
