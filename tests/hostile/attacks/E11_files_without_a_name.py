# E11 | Fills the disk with 300 MB in files that are deleted while they are open.
# Expected: exception, disk; at most 0 points
import os
import time

import torch

WON, total = [], 0
try:
    for number in range(20):
        file = os.open(f"f{number}", os.O_RDWR | os.O_CREAT)
        os.unlink(f"f{number}")
        total += sum(os.write(file, bytes(1 << 20)) for _ in range(15))
        time.sleep(0.03)  # at landlock the judge looks ten times a second; what a faster one gains is in the README
    WON.append(f"{total >> 20} MB")
except OSError as error:
    print(total >> 20, error)


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
