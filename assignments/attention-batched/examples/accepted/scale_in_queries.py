"""The queries are scaled first; a tuple with names."""

import torch


from typing import NamedTuple


class Attended(NamedTuple):
    output: torch.Tensor
    weights: torch.Tensor


def attention(Q: torch.Tensor, K: torch.Tensor, V: torch.Tensor) -> Attended:
    weights = ((Q / K.size(-1) ** 0.5) @ K.mT).softmax(-1)
    return Attended(weights @ V, weights)
