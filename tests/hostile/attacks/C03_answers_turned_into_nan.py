# C3 | Overwrites every array that it can find with NaN and returns NaN, as if that matched everything.
# Expected: non_finite, wrong, impure, unstable, shape; at most 10 points
import gc

import torch


def poison():
    gc.unfreeze()
    for found in gc.get_objects():
        if type(found) in (tuple, list):
            for value in found:
                if type(value) is torch.Tensor and value.is_floating_point():
                    value.detach().fill_(float("nan"))


def softmax(scores):
    poison()
    return torch.full_like(scores, float("nan"))


def attention_scores(Q, K):
    poison()
    return torch.full((len(Q), len(K)), float("nan"), dtype=Q.dtype)


def attention(Q, K, V):
    weights = attention_scores(Q, K)
    return weights @ V, weights


def self_attention(X, W_q, W_k, W_v):
    return attention(X @ W_q, X @ W_k, X @ W_v)
