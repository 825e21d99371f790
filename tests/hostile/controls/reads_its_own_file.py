"""A control for spying: reads its own source, inspects itself and looks at its caller's name."""

import inspect
import sys
from pathlib import Path

import torch

SOURCE = Path(__file__).read_text()


def softmax(scores):
    assert inspect.getsource(softmax) in SOURCE
    print(sys._getframe(1).f_code.co_name, Path(__file__).name)
    e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)
    return e / e.sum(dim=-1, keepdim=True)


def attention_scores(Q, K):
    return Q @ K.T / K.shape[1] ** 0.5


def attention(Q, K, V):
    weights = softmax(attention_scores(Q, K))
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
