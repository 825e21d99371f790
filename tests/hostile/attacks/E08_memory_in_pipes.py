# E8 | Takes memory inside the kernel, in the buffers of as many pipes as it can open.
# Expected: exception; at most 0 points
import fcntl
import os

import torch

WON, total = [], 0
try:
    while total < 512 << 20:
        _, end = os.pipe()
        os.set_blocking(end, False)
        fcntl.fcntl(end, 1031, 1 << 20)
        total += os.write(end, bytes(1 << 20))
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
