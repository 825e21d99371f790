# B10 | Returns exact plain tensors, each with conversion and comparison methods of its own that give something better.
# Expected: neutral; at most 0 points
import torch


def softmax(scores, *rest):
    plain = torch.zeros(1)
    better = torch.full(scores.shape, 1 / scores.shape[-1])
    for name in ("numpy", "detach", "cpu", "contiguous", "clone", "to", "resolve_conj", "resolve_neg", "tolist", "view"):
        setattr(plain, name, lambda *args, **kwargs: better)
    for name in ("allclose", "equal", "eq", "isfinite", "__eq__", "__array__"):
        setattr(plain, name, lambda *args, **kwargs: True)
    return plain


attention_scores = attention = self_attention = softmax
