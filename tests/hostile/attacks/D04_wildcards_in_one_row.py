# D4 | Computes one query only and fills the other rows with NaN, as if they were masked and not looked at.
# Expected: non_finite; at most 10 points
import torch


def softmax(scores):
    weights = torch.full_like(scores, float("nan"))
    e = torch.exp(scores[0] - scores[0].max())
    weights[0] = e / e.sum()
    return weights


def attention_scores(Q, K):
    scores = torch.full((Q.shape[0], K.shape[0]), float("nan"), dtype=Q.dtype)
    scores[0] = K @ Q[0] / Q.shape[1] ** 0.5
    return scores


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
