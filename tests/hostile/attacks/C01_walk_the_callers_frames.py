# C1 | Walks the callers' frames for anything that looks like the answer, and returns it.
# Expected: exception; at most 0 points
# ruff: noqa: SIM102
import sys

import numpy as np


def softmax(scores, *rest):
    frame = sys._getframe(1)
    while frame is not None:
        for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
            for found in value if isinstance(value, (list, tuple)) else [value]:
                if type(found).__module__ in ("torch", "numpy") and getattr(found, "ndim", 0) == 2:
                    if found is not scores and np.allclose(np.asarray(found).sum(-1), 1):
                        return found
            if callable(value) and "reference" in getattr(value, "__module__", ""):
                return value(scores, *rest)
        frame = frame.f_back
    raise LookupError("no answer on the stack")


attention_scores = attention = self_attention = softmax
