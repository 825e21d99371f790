# D14 | Returns things of every kind but the right one: sparse, quantised, meta, nested, complex, text, endless iterators.
# Expected: dtype, shape; at most 0 points
import itertools

import numpy as np
import torch

KINDS = itertools.cycle((
    lambda a: a.to_sparse(),
    lambda a: a.to("meta"),
    lambda a: torch.quantize_per_tensor(a.float(), 0.1, 0, torch.qint8),
    lambda a: torch.nested.nested_tensor([a[0], a[0, :1]]),
    lambda a: a.to(torch.complex64),
    lambda a: np.asarray(a).astype(str),
    lambda a: np.asarray(a).astype(object),
    lambda a: np.asarray(a).astype("datetime64[s]"),
    lambda a: itertools.repeat(a),
    lambda a: {"weights": a},
    lambda a: memoryview(a.numpy()),
    lambda a: [[[[a.numpy()]] * 3]] * 3,
    lambda a: np.ma.masked_all(a.shape),
    lambda a: np.zeros(3, dtype=[("score", "f8"), ("passed", "?")]),
    lambda a: torch.nn.Parameter(a.new_zeros(1)),
    lambda a: (lambda: a),
))


def softmax(scores, *rest):
    return next(KINDS)(scores[:, :2])


attention_scores = attention = self_attention = softmax
