# F15 | Writes to its own memory file in /proc and opens read-only descriptors for writing.
# Expected: exception; at most 0 points
import contextlib
import os

import torch

WON = []
for path in (
    "/proc/self/mem",
    "/proc/thread-self/mem",
    "/proc/1/mem",
    "/proc/self/oom_score_adj",
    "/proc/self/uid_map",
    "/proc/self/clear_refs",
):
    with contextlib.suppress(OSError):
        WON.append(os.open(path, os.O_RDWR))
library = os.open(os.__file__, os.O_RDONLY)
for path in (f"/proc/self/fd/{library}", f"/dev/fd/{library}", os.__file__):
    for flags in (os.O_RDWR, os.O_WRONLY | os.O_TRUNC, os.O_WRONLY | os.O_APPEND):
        with contextlib.suppress(OSError):
            WON.append(os.open(path, flags & ~os.O_TRUNC))


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
