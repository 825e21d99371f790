# D10 | Counts its calls and works only in the first of a life, when it believes that somebody looks.
# Expected: wrong, unstable, missing, shape; at most 10 points
import torch

CALLS = 0


def softmax(scores):
    global CALLS
    CALLS += 1
    if CALLS > 8:
        return scores[:, :1] * 0 + 1 / scores.shape[1]
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    global CALLS
    CALLS += 1
    return Q @ K.T / K.shape[1] ** 0.5 if CALLS <= 8 else Q[:, :1] * 0


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V if CALLS <= 8 else V[:1], weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
