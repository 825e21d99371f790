"""A control for guessed seeds: seeds every generator at import and draws numbers that change nothing."""

import random
import secrets

import torch

torch.manual_seed(0)
random.seed(0)


def softmax(scores):
    shift = random.random() + torch.rand(()).item() + secrets.randbelow(3)
    best = scores.max(dim=-1, keepdim=True).values
    print("drew", shift)
    e = torch.exp(scores - best)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
