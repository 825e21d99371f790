"""Type hints, helper functions, assertions on shapes and a module-level constant."""

from __future__ import annotations

import torch
from torch import Tensor

LAST = -1


def _row_max(scores: Tensor) -> Tensor:
    return scores.max(dim=LAST, keepdim=True).values


def softmax(scores: Tensor) -> Tensor:
    assert scores.ndim >= 2, "scores must be a matrix"
    numerator = torch.exp(scores - _row_max(scores))
    return torch.divide(numerator, numerator.sum(dim=LAST, keepdim=True))


def attention_scores(Q: Tensor, K: Tensor) -> Tensor:
    assert Q.shape[LAST] == K.shape[LAST]
    return torch.rsqrt(torch.tensor(K.shape[LAST], dtype=Q.dtype)) * (Q @ K.transpose(-1, -2))


def attention(Q: Tensor, K: Tensor, V: Tensor) -> tuple[Tensor, Tensor]:
    weights: Tensor = softmax(attention_scores(Q, K))
    assert weights.shape == (Q.shape[0], K.shape[0])
    return weights @ V, weights


def self_attention(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> tuple[Tensor, Tensor]:
    return attention(Q=X @ W_q, K=X @ W_k, V=X @ W_v)
