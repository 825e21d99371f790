# B12 | Returns numbers with rigged differences and order: an array with a hook for every operation, and a float.
# Expected: shape, wrong, dtype; at most 0 points
import numpy as np


class Rigged(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(()) if ufunc.__name__ not in {"isfinite", "less_equal", "equal"} else np.True_

    def __array_function__(self, function, types, args, kwargs):
        return True

    def __array__(self, *args, **kwargs):
        raise ValueError("not to be read")

    def __eq__(self, other):
        return True


class Close(float):
    def __sub__(self, other):
        return Close(0)

    __rsub__ = __abs__ = __neg__ = __array__ = lambda self, *other: Close(0)
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = lambda self, other: True
    __hash__ = float.__hash__


def softmax(scores, *rest):
    return np.zeros(1).view(Rigged)


attention_scores = softmax


def attention(Q, K, V):
    return Close(1), Close(1)


self_attention = lambda X, W_q, W_k, W_v: [[Close(1)], [Close(1)]]
