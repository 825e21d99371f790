# E4 | Starts up to three hundred processes by every call that starts one.
# Expected: exception; at most 0 points
import contextlib
import ctypes
import multiprocessing
import os
import subprocess
import time

import torch

libc = ctypes.CDLL(None, use_errno=True)
WON = []


def child_of(fork):
    child = fork()
    if child == 0:
        time.sleep(20)
        os._exit(0)
    return child if child > 0 else None


for _ in range(50):
    for attempt in (
        lambda: child_of(os.fork), lambda: child_of(os.forkpty), lambda: child_of(lambda: libc.syscall(57)),
        lambda: child_of(lambda: libc.syscall(56, 17, 0, 0, 0, 0)), lambda: child_of(lambda: libc.syscall(435, bytes(88), 88)),
        lambda: os.posix_spawn("/bin/sleep", ["sleep", "20"], {}), lambda: subprocess.Popen(["sleep", "20"]),
        lambda: multiprocessing.get_context("fork").Process(target=time.sleep, args=(20,)).start() or True,
    ):  # fmt: skip
        with contextlib.suppress(OSError, TypeError, ValueError):
            WON += filter(None, [attempt()])


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
