# E10 | Writes to the system log by its socket and its system call, and to the kernel's log.
# Expected: exception; at most 0 points
import ctypes
import os
import syslog

import torch

WON = []
for _ in range(100):
    syslog.syslog("flood " * 100)
if ctypes.CDLL(None).klogctl(3, ctypes.create_string_buffer(100), 100) >= 0:
    WON.append("read the kernel's log")
for path in ("/dev/kmsg", "/dev/log", "/dev/console", "/dev/tty0"):
    try:
        os.write(os.open(path, os.O_WRONLY), b"flood")
        WON.append(path)
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
