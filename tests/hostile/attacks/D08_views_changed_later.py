# D8 | Returns views of its inputs and of one buffer that lives on, which a thread fills again and again.
# Expected: shape, wrong, unstable, impure; at most 10 points
import threading
import time

import torch

BUFFER = torch.zeros(64, 64, dtype=torch.float64)
LATEST = []


def fill():
    while True:
        for scores in LATEST[-1:]:
            BUFFER[: scores.shape[0], : scores.shape[1]] = torch.exp(scores - scores.max())
            scores.mul_(0.5)
        time.sleep(0.001)


threading.Thread(target=fill, daemon=True).start()


def softmax(scores):
    LATEST.append(scores)
    return BUFFER[: scores.shape[0], : scores.shape[1]]


def attention_scores(Q, K):
    return Q.expand(1, *Q.shape)[0]


def attention(Q, K, V):
    return V, softmax(Q @ K.T)


def self_attention(X, W_q, W_k, W_v):
    return X, softmax(X @ X.T)
