# D1 | Returns shapes that broadcast against the expected ones: a column, a row, a scalar, a batch axis too many.
# Expected: shape; at most 0 points
import torch


def softmax(scores):
    return torch.full((scores.shape[0], 1), 1 / scores.shape[1])


def attention_scores(Q, K):
    return torch.zeros(1, K.shape[0]) + Q.mean()


def attention(Q, K, V):
    return V.mean(0), softmax(attention_scores(Q, K))[None]


def self_attention(X, W_q, W_k, W_v):
    return torch.tensor(X.mean()), torch.zeros(1, 1)
