# D11 | Computes once for each address, identity, shape and first number of its inputs, and answers from the store ever after.
# Expected: wrong, shape, unstable; at most 55 points
import functools

import torch

STORE = {}


def stored(function):
    @functools.wraps(function)
    def answer(*arguments):
        for key in (
            (function, *(argument.data_ptr() for argument in arguments)),
            (function, *map(id, arguments)),
            (function, *(tuple(argument.shape) for argument in arguments)),
            (function, *(argument.flatten()[0].item() for argument in arguments)),
        ):
            if key not in STORE:
                STORE[key] = function(*arguments)
            elif key[0] is function and len(STORE) > 1:
                return STORE[key]
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
