# E11 | Writes one file of 300 MB, and claims a terabyte in a sparse one.
# Expected: exception, disk; at most 0 points

import torch

WON = []
try:
    with open("sparse", "wb") as file:
        file.truncate(1 << 40)
    WON.append("sparse")
except OSError as error:
    print(error)
try:
    with open("big", "wb") as file:
        for _ in range(300):
            file.write(bytes(1 << 20))
    WON.append("big")
except OSError as error:
    print(error)


def softmax(scores):
    assert WON, f"contained: {WON}"
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    assert WON, f"contained: {WON}"
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
