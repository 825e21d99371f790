# F1 | Raises its limits again, takes capabilities, changes its user, and leaves the no-new-privileges state.
# Expected: exception; at most 0 points
# ruff: noqa: B023
import contextlib
import ctypes
import os
import resource

import torch

libc = ctypes.CDLL(None, use_errno=True)
WON = []
for which in (
    resource.RLIMIT_AS,
    resource.RLIMIT_CPU,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_CORE,
):
    soft, hard = resource.getrlimit(which)
    for attempt in (
        lambda: resource.setrlimit(which, (-1, -1)),
        lambda: resource.prlimit(0, which, (hard + 4096, hard + 4096)),
    ):
        with contextlib.suppress(OSError, ValueError, OverflowError):
            attempt()
    if hard != -1 and resource.getrlimit(which) > (hard, hard):
        WON.append(which)
for name, change in {
    "uid": lambda: os.setresuid(0, 0, 0),
    "gid": lambda: os.setgroups([]),
    "nobody": lambda: os.setuid(65534),
}.items():
    try:
        change()
        WON.append(name)
    except OSError:
        pass
if libc.prctl(38, 0, 0, 0, 0) == 0 or libc.prctl(39, 0, 0, 0, 0) != 1:
    WON.append("privileges")


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
