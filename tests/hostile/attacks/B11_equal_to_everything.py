# B11 | Returns objects that are equal to everything, close to everything, of every length and true.
# Expected: dtype; at most 0 points


class Equal:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __lt__ = __gt__ = __le__ = __ge__ = __contains__ = __bool__ = allclose = equal = lambda self, *other: True

    def __hash__(self):
        return 0

    def __getattr__(self, name):
        if name.startswith("__") or name in {"_fields", "n_sequence_fields", "ndim"}:
            raise AttributeError(name)
        return self

    def __call__(self, *args, **kwargs):
        return self


def softmax(scores, *rest):
    return Equal()


attention_scores = softmax


def attention(Q, K, V):
    return Equal(), Equal()


def self_attention(X, W_q, W_k, W_v):
    return [Equal()] * 2
