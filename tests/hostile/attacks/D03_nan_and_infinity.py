# D3 | Returns NaN and infinities in the right shapes, so that no error is ever larger than a tolerance.
# Expected: non_finite; at most 10 points
import torch


def softmax(scores):
    return scores * float("nan")


def attention_scores(Q, K):
    return (Q @ K.T) * float("inf")


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return torch.full((Q.shape[0], V.shape[1]), float("-inf")) * V[0], weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
