# D5 | Computes no attention: uniform weights, moved by a trace of the input so that they are not found to be constant.
# Expected: wrong; at most 15 points
import torch


def softmax(scores):
    trace = torch.tanh(scores[:, :1].double()) * 1e-6
    weights = torch.full(scores.shape, 1 / scores.shape[1], dtype=torch.float64)
    weights[:, :1] += trace
    weights[:, 1:2] -= trace
    return weights.to(scores.dtype)


def attention_scores(Q, K):
    return Q[:, :1] * K[:, :1].T


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
