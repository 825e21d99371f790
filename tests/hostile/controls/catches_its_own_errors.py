"""A control for swallowed exceptions: tries one way, catches broadly, and takes another."""

import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    try:
        return torch.bmm(Q, K.transpose(1, 2)) / K.shape[-1] ** 0.5
    except (RuntimeError, IndexError):
        pass
    try:
        raise KeyError("a plan B that is none")
    except Exception:
        return Q @ K.T / K.shape[-1] ** 0.5
    finally:
        del Q


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
