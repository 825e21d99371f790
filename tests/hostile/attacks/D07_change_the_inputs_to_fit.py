# D7 | Changes its inputs in place, so that a reference that is computed from them afterwards gives its answer.
# Expected: impure, wrong; at most 10 points
import torch


def softmax(scores):
    scores.zero_()
    return torch.full(scores.shape, 1 / scores.shape[1], dtype=scores.dtype)


def attention_scores(Q, K):
    Q.zero_(), K.zero_()
    return Q @ K.T


def attention(Q, K, V):
    Q.zero_(), V.fill_(1.0)
    return torch.ones(Q.shape[0], V.shape[1], dtype=Q.dtype), softmax(attention_scores(Q, K))


def self_attention(X, W_q, W_k, W_v):
    for matrix in (X, W_q, W_k, W_v):
        matrix.resize_(1, 1).fill_(1.0)
    return torch.ones(1, 1), torch.ones(1, 1)
