# C18 | Opens sockets of every family, resolves names, and sends what it was given away.
# Expected: exception; at most 0 points
import contextlib
import socket
import urllib.request

import torch

WON = []
for family in range(46):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        with contextlib.suppress(OSError):
            WON.append(socket.socket(family, kind))
for attempt in (
    lambda: socket.socketpair(),
    lambda: socket.create_connection(("127.0.0.1", 22), 1),
    lambda: socket.getaddrinfo("example.org", 80),
    lambda: urllib.request.urlopen("http://169.254.169.254/latest/meta-data/", timeout=1).read(),
):
    with contextlib.suppress(OSError):
        WON.append(attempt())


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
