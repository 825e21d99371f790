"""A control for disk bombs: keeps its scores in temporary files and in a file beside it."""

import os
import tempfile

import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scores.pt")
        torch.save(Q @ K.T, path)
        scores = torch.load(path)
    with open("log.txt", "a") as log:
        log.write(f"{tuple(scores.shape)}\n")
    return scores / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
