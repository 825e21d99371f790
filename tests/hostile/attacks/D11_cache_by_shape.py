# D11 | Computes once for each shape of its inputs and answers from the store ever after.
# Expected: wrong; at most 55 points
import functools

import torch

STORE = {}


def stored(function):
    @functools.wraps(function)
    def answer(*arguments):
        key = (function, *(tuple(argument.shape) for argument in arguments))
        if key not in STORE:
            STORE[key] = function(*arguments)
        return STORE[key]

    return answer


@stored
def softmax(scores):
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


@stored
def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


@stored
def attention(Q, K, V):
    weights = softmax.__wrapped__(attention_scores.__wrapped__(Q, K))
    return weights @ V, weights


@stored
def self_attention(X, W_q, W_k, W_v):
    return attention.__wrapped__(X @ W_q, X @ W_k, X @ W_v)
