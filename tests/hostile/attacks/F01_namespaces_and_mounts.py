# F1 | Makes new namespaces, joins others, mounts, remounts and unmounts.
# Expected: exception; at most 0 points
import ctypes
import os

import torch

libc = ctypes.CDLL(None, use_errno=True)
WON = [
    flag
    for flag in (0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x2000000)
    if libc.unshare(flag) == 0
]
for call in (
    (165, b"none", os.getcwd().encode(), b"tmpfs", 0, 0), (165, b"/", os.getcwd().encode(), None, 0x1000, 0),
    (165, None, b"/", None, 0x20 | 0x1000, 0), (166, b"/usr/lib", 2), (166, os.path.dirname(os.getcwd()).encode(), 2),
    (155, b".", b"."), (428, -100, b"/", 1), (429, -100, b"/", -100, b".", 0), (430, b"tmpfs", 0), (442, -100, b"/", 0, bytes(32), 32),
    (308, 0, 0), (170, b"owned", 5), (171, b"owned", 5),
):  # fmt: skip
    if libc.syscall(*call) >= 0:
        WON.append(call)


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
