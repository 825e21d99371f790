"""A control for floods and thread bombs: prints a lot, and uses a few threads, within reason."""

import threading

import torch


def softmax(scores):
    print("x" * 200)
    rows = [None] * len(scores)

    def work(i):
        e = torch.exp(scores[i] - scores[i].max())
        rows[i] = e / e.sum()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(scores))]
    [t.start() for t in threads]
    [t.join() for t in threads]
    return torch.stack(rows)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
