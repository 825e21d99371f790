# F13 | Talks to sockets of container engines, message buses and credential helpers.
# Expected: exception; at most 0 points
import ctypes
import socket

import torch

libc = ctypes.CDLL(None, use_errno=True)
WON = []
for path in (
    "/var/run/docker.sock",
    "/run/containerd/containerd.sock",
    "/run/dbus/system_bus_socket",
    "/run/systemd/notify",
    "\0abstract",
):
    try:
        end = socket.socket(socket.AF_UNIX)
        end.connect(path)
        WON.append(path)
    except OSError:
        pass
for descriptor in range(40):
    message = ctypes.create_string_buffer(b"F\0\0\0\0", 5)
    if libc.syscall(44, descriptor, message, 5, 0, 0, 0) >= 0 or libc.syscall(46, descriptor, bytes(56), 0) >= 0:
        WON.append(descriptor)


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
