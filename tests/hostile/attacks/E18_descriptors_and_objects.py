# E18 | Uses up descriptors, and makes System V and POSIX objects that would outlive it.
# Expected: exception; at most 0 points
import contextlib
import ctypes
import os
from multiprocessing import shared_memory

import torch

libc = ctypes.CDLL(None, use_errno=True)
kept, WON = [], []
try:
    while len(kept) < 5000:
        kept.append(os.dup(0))
    WON.append("descriptors")
except OSError:
    for descriptor in kept:
        os.close(descriptor)
for name, call in {
    "shm": (29, 7, 4096, 0o1777),
    "sem": (64, 7, 1, 0o1777),
    "msg": (68, 7, 0o1777),
    "mq": (240, b"seven", 0o102, 0o777, 0),
}.items():
    if libc.syscall(*call) >= 0:
        WON.append(name)
with contextlib.suppress(OSError):
    WON.append(shared_memory.SharedMemory("outlives", create=True, size=4096))


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
