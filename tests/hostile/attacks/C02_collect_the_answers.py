# C2 | Asks the garbage collector for every array in the process and returns one that looks like an answer.
# Expected: exception; at most 0 points
# ruff: noqa: SIM102
import gc

import numpy as np
import torch


def softmax(scores, *rest):
    gc.unfreeze()
    for found in gc.get_objects():
        held = [*found.values()] if isinstance(found, dict) else found if isinstance(found, (list, tuple)) else [found]
        for value in list(held)[:100]:
            if isinstance(value, (torch.Tensor, np.ndarray)) and value.ndim == 2 and value is not scores:
                if value.shape == scores.shape and np.allclose(np.asarray(value).sum(-1), 1):
                    return value
    raise LookupError("no answer in memory")


attention_scores = attention = self_attention = softmax
