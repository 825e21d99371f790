# F6 | Reaches files and sockets by io_uring, and the host by sockets for virtual machines.
# Expected: exception; at most 0 points
import contextlib
import ctypes
import socket

import torch

libc = ctypes.CDLL(None, use_errno=True)
WON = [
    number for number in (425, 426, 427) if libc.syscall(number, 4, ctypes.create_string_buffer(256), 0, 0, 0, 0) >= 0
]
for family in (40, 16, 17, 38, 44, 29, 31, 30):
    with contextlib.suppress(OSError):
        WON.append(socket.socket(family, socket.SOCK_STREAM if family == 40 else socket.SOCK_RAW).fileno())


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
