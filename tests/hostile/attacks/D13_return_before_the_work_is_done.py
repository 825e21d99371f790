# D13 | Returns an empty buffer at once and leaves the work to a thread, which finishes some time after the call.
# Expected: wrong; at most 10 points
import threading

import torch


def later(work, *shapes, dtype):
    buffers = [torch.zeros(shape, dtype=dtype) for shape in shapes]
    thread = threading.Timer(0.2, lambda: [b.copy_(r) for b, r in zip(buffers, work(), strict=True)])
    thread.daemon = True
    thread.start()
    return buffers


def softmax(scores):
    def work():
        e = torch.exp(scores - scores.max(-1, keepdim=True).values)
        return [e / e.sum(-1, keepdim=True)]

    return later(work, scores.shape, dtype=scores.dtype)[0]


def attention_scores(Q, K):
    return later(lambda: [Q @ K.T / K.shape[1] ** 0.5], (Q.shape[0], K.shape[0]), dtype=Q.dtype)[0]


def attention(Q, K, V):
    def work():
        weights = torch.softmax(Q @ K.T / K.shape[1] ** 0.5, -1)
        return weights @ V, weights

    return tuple(later(work, (Q.shape[0], V.shape[1]), (Q.shape[0], K.shape[0]), dtype=Q.dtype))


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
