"""A control for memory scans: switches the collector off and on, makes cycles and finalisers, counts objects."""

import gc
import weakref

import torch

gc.disable()
LIVE = weakref.WeakSet()


class Node:
    def __init__(self):
        self.me = self
        LIVE.add(self)
        weakref.finalize(self, print, "gone")


def softmax(scores):
    Node()
    print(gc.collect(), len(gc.get_objects()), len(LIVE))
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
