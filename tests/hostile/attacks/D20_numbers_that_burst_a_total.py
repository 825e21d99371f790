# D20 | Returns the largest and smallest numbers that there are, so that sums, ratios and means of errors overflow.
# Expected: wrong, non_finite; at most 20 points
import torch


def softmax(scores):
    return torch.tanh(scores.double()) * 1.7e308


def attention_scores(Q, K):
    return torch.sign((Q @ K.T).double()) * 1.7e308


def attention(Q, K, V):
    weights = softmax(Q @ K.T)
    return torch.sign((weights.sign() @ V.double())) * 5e-324, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
