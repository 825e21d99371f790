"""A control for spying: prints process id, platform, memory, threads and its folder, as a benchmark would."""

import os
import platform
import resource
import sys
import threading
import time

import torch

BEGAN = time.perf_counter()
print(os.getpid(), os.getppid(), os.getcwd(), platform.python_version(), sys.argv, os.environ.get("HOME"))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, resource.getrlimit(resource.RLIMIT_NOFILE))


def softmax(scores):
    print(threading.active_count(), time.perf_counter() - BEGAN, torch.get_num_threads())
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
