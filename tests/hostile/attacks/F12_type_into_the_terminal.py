# F12 | Types into the terminal of whoever started the grader.
# Expected: exception; at most 0 points
import contextlib
import fcntl
import os

import torch

files, WON = [0, 1, 2], []
for path in ("/dev/tty", "/dev/console", "/dev/pts/0", "/dev/ptmx", "/proc/self/fd/0"):
    with contextlib.suppress(OSError):
        files.append(os.open(path, os.O_RDWR | os.O_NOCTTY))
for file in files:
    for request in (0x5412, 0x541C, 0x5412 | 1 << 32, 0x540E):
        try:
            fcntl.ioctl(file, request & 0xFFFFFFFF, b"i")
            WON.append((file, request))
        except OSError:
            pass


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
