# B13 | Returns an object whose class attribute says that it is a tensor, with every attribute that a tensor has.
# Expected: exception, dtype; at most 0 points
import torch


class Impostor:
    layout, is_quantized, dtype, requires_grad, ndim = torch.strided, False, torch.float32, False, 2
    device = torch.device("cpu")

    def __init__(self, shape):
        self.shape = torch.Size(shape)

    @property
    def __class__(self):
        return torch.Tensor

    def __getattr__(self, name):
        if name in {"_fields", "n_sequence_fields"}:
            raise AttributeError(name)
        return lambda *args, **kwargs: self

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("x" * 100_000)


def softmax(scores, *rest):
    return Impostor(scores.shape)


attention_scores = attention = self_attention = softmax
