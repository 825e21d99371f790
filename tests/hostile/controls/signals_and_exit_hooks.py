"""A control for hooks: sets signal handlers, an alarm, an exit hook and an exception hook."""

import atexit
import signal
import sys

import torch

signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGALRM, lambda number, frame: print("slow"))
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
atexit.register(print, "good bye")
sys.excepthook = lambda *error: print("oh", error)


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    weights = softmax(attention_scores(Q, K))
    signal.setitimer(signal.ITIMER_REAL, 0)
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
