"""Prints, a plot that may be missing, and a demo at import."""

import sys

import torch

try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None


def softmax(scores):
    print("softmax of", scores.shape)
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    print("scores", Q.shape, K.shape, file=sys.stderr)
    return Q @ K.T / K.shape[-1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)


torch.manual_seed(0)
demo, demo_weights = attention(torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 2))
print("score: 0/100 FAILED {\"score\": 0}")
print(demo, demo_weights.sum(-1))
