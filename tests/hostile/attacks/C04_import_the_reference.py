# C4 | Imports the reference and the judge under every name and from every folder that could hold them.
# Expected: import, exception; at most 0 points
import contextlib
import importlib
import sys

import torch

WON = []
for folder in ("", "/srv/grader", "..", "../..", "../../..", *sys.path):
    sys.path.insert(0, folder)
    for name in ("reference", "reference.attention", "grader.judge.expect", "grader.checks", "assignments", "conftest"):
        with contextlib.suppress(ImportError):
            WON.append(importlib.import_module(name).__name__)
    sys.path.pop(0)


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
