# E9 | Asks for one tensor of 40 GB.
# Expected: memory; at most 0 points
import torch


def softmax(*given):
    return torch.ones(100_000, 100_000)


attention_scores = attention = self_attention = softmax
