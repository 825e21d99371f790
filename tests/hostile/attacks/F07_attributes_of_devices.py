# F7 | Changes times and rights of the devices that all jobs share.
# Expected: exception; at most 0 points
# ruff: noqa: B023
import os

import torch

WON = []
for path in ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"):
    for attempt in (lambda: os.utime(path), lambda: os.chmod(path, os.stat(path).st_mode & 0o7777)):
        try:
            attempt()
            WON.append(path)
        except OSError as error:
            print(error)
print(WON)


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
