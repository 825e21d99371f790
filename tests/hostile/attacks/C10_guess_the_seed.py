# C10 | Tries small, timely and famous seeds of every generator in search of the one that made the inputs.
# Expected: exception; at most 0 points
import os
import time

import numpy as np
import torch

SEEDS = [*range(300), 1234, 12345, 2024, 2025, 2026, int(time.time()), os.getpid(), 0xDEADBEEF]


def softmax(first, *rest):
    given = first.double().flatten()[:3].numpy()
    for seed in SEEDS:
        for rng in (np.random.default_rng(seed), np.random.default_rng([seed, 0]), np.random.RandomState(seed)):
            for spread in (1, 1.5):
                if np.allclose(rng.standard_normal(3) * spread, given, atol=1e-5):
                    return first
        torch.manual_seed(seed)
        if np.allclose(torch.randn(3).double().numpy(), given, atol=1e-5):
            return first
    raise LookupError("no seed")


attention_scores = attention = self_attention = softmax
