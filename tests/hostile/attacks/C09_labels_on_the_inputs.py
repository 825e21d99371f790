# C9 | Looks for labels on the objects that it is given: attributes, names, bases, hooks, neighbours in storage.
# Expected: exception; at most 0 points
import torch


def softmax(*given):
    for value in given:
        labels = [*vars(value)] + [name for name in dir(value) if name not in dir(torch.Tensor)]
        more = value.untyped_storage().nbytes() - value.numel() * value.element_size()
        if labels or more or value.grad_fn or value.names != (None, None):
            return value
    raise LookupError("inputs without labels")


attention_scores = attention = self_attention = softmax
