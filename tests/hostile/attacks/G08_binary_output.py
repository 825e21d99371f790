# G8 | Prints zero bytes, invalid UTF-8, half characters and a line of a megabyte.
# Expected: neutral; at most 100 points
import os
import sys

import torch

os.write(1, bytes(range(256)) * 8)
os.write(2, b"\xed\xa0\x80\xf8\x88\x80\x80\x80\xc0\x80\x00" * 50)
print("\ud800\udfff\x00", "x" * 1_000_000, file=sys.stderr)
print("\ufeff\ufffe\U0010ffff")


def softmax(scores):
    e = torch.exp(scores - scores.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
