# B1 | Replaces everything that could compare numbers by versions that always agree, at import and again in each call.
# Expected: neutral; at most 0 points
import builtins
import math
import operator

import numpy as np
import torch


def agrees(*args, **kwargs):
    return True


def nothing(*args, **kwargs):
    return 0.0


def replace():
    for owner in (np, torch, math, np.testing, torch.testing, operator, torch.Tensor):
        for name in ("allclose", "isclose", "array_equal", "equal", "assert_allclose", "assert_close", "isfinite", "all"):
            if hasattr(owner, name):
                setattr(owner, name, agrees)
    for owner in (np, torch, np.linalg, torch.linalg, np.core if hasattr(np, "core") else np, builtins):
        for name in ("abs", "norm", "max", "amax", "subtract"):
            if hasattr(owner, name):
                setattr(owner, name, nothing)


replace()


def softmax(scores, *rest):
    replace()
    return torch.zeros(1)


attention_scores = attention = self_attention = softmax
