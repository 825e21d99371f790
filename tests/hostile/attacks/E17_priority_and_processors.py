# E17 | Takes all processors, raises its priority and moves itself to other schedulers.
# Expected: exception; at most 0 points
import contextlib
import os

import torch

WON = []
for attempt in (
    lambda: os.sched_setaffinity(0, range(os.cpu_count())),
    lambda: os.nice(-10),
    lambda: os.setpriority(os.PRIO_PROCESS, 0, -10),
    lambda: os.setpriority(os.PRIO_USER, 0, 19),
    lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
    lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
    lambda: os.sched_setaffinity(os.getppid(), {0}),
):
    with contextlib.suppress(OSError):
        WON.append(repr(attempt()))


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
