# B9 | Returns a tensor subclass that does no work: it claims the right shape and agrees with whatever it is given to.
# Expected: shape, exception, dtype, wrong; at most 0 points
import torch


class Lazy(torch.Tensor):
    claimed = (1, 1)

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        name = getattr(function, "__name__", "")
        if name in {"allclose", "equal", "isclose", "all", "eq", "__eq__"}:
            return True
        if name in {"sub", "abs", "max", "__sub__", "norm"}:
            return torch.zeros(())
        return super().__torch_function__(function, types, args, kwargs or {})

    @property
    def shape(self):
        return torch.Size(self.claimed)

    def detach(self):
        return torch.zeros(self.claimed).as_subclass(Lazy)


def softmax(scores, *rest):
    lazy = torch.zeros(1).as_subclass(Lazy)
    lazy.claimed = tuple(scores.shape)
    return lazy


attention_scores = attention = self_attention = softmax
