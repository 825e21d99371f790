# F2 | Installs a filter of its own by a prctl whose option has bits set that the kernel drops and a filter compares.
# Expected: exception; at most 0 points
import ctypes
import struct

import torch

libc = ctypes.CDLL(None, use_errno=True)
allow = ctypes.create_string_buffer(struct.pack("<HBBI", 6, 0, 0, 0x7FFF0000))
program = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", 1, ctypes.addressof(allow)))
WON = [
    option
    for option in (22, 22 | 1 << 32, 22 | 1 << 63)
    if libc.syscall(ctypes.c_long(157), ctypes.c_ulong(option), ctypes.c_ulong(2), program, 0, 0) == 0
]


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
