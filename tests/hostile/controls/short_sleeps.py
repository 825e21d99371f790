"""A control for timeouts: sleeps 5 ms in each call and waits for a timer thread."""

import threading
import time

import torch


def softmax(scores):
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    time.sleep(0.005)
    done = threading.Event()
    threading.Timer(0.002, done.set).start()
    done.wait(1)
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
