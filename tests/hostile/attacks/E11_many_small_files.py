# E11 | Makes twenty thousand small files and folders.
# Expected: exception, disk, timeout; at most 0 points
import os

import torch

WON = []
try:
    for number in range(10_000):
        os.mkdir(f"d{number}")
        os.close(os.open(f"d{number}/f", os.O_CREAT | os.O_WRONLY))
    WON.append("twenty thousand")
except OSError as error:
    print(number, error)


def softmax(scores):
    assert WON, f"contained: {WON}"
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    assert WON, f"contained: {WON}"
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
