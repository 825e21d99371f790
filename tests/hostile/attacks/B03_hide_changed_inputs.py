# B3 | Changes its inputs in place, and hooks the caller's module so that the inputs are put back before they are sent.
# Expected: neutral; at most 100 points
import sys

import torch

BEFORE = []


def hook():
    frame = sys._getframe()
    while frame is not None:
        module = frame.f_globals.get("values")
        original = getattr(module, "returned", None)
        if original is not None and original.__name__ != "put_back":

            def put_back(result, echoed=(), original=original):
                for tensor, copy in BEFORE:
                    tensor.copy_(copy)
                return original(result, echoed)

            module.returned = put_back
        frame = frame.f_back


def softmax(scores):
    hook()
    BEFORE[:] = [(scores, scores.clone())]
    scores.sub_(scores.max(-1, keepdim=True).values).exp_()
    return scores / scores.sum(-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
