# C7 | Reads environment, command line and process title in search of seeds, tokens and paths.
# Expected: exception; at most 0 points
import ctypes
import os
import sys

import torch

TEXT = repr((dict(os.environ), sys.argv, sys.orig_argv)).lower()
for name in ("environ", "cmdline", "comm", "maps"):
    for process in ("self", "1", os.getppid()):
        try:
            with open(f"/proc/{process}/{name}", errors="replace") as file:
                TEXT += file.read().lower()
        except OSError:
            pass
environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
TEXT += repr([environ[i] for i in range(4) if environ[0]]).lower()
print(TEXT)
WON = [word for word in ("seed", "token", "secret", "reference", "manifest", "assignment", "password") if word in TEXT]


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
