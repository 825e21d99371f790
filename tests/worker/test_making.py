"""A class in a function's place: what it is made with, where its weights go, how it is called."""

import numpy as np
import pytest
import torch

from grader import wire
from grader.worker.making import maker

WANTED = wire.Wanted(
    names=("project",),
    arguments=(("X", "x"), ("W", "weight"), ("heads",), ("mask",)),
    made=wire.Made(
        names=("Projection",),
        constructor=(wire.Parameter(("d_out", "width"), 1, 1), wire.Parameter(("d_in",), 1, 2), wire.Parameter(("heads",), 2)),
        weights=(1,),
        methods=("forward", "__call__"),
    ),
)  # fmt: skip
X, W = torch.ones(2, 3), torch.arange(12.0).reshape(3, 4)


class Layer(torch.nn.Module):
    def __init__(self, d_in, d_out, heads):
        super().__init__()
        self.heads = heads
        self.W = torch.nn.Linear(d_in, d_out)

    def forward(self, X, mask=None):
        return self.W(X), self.heads, mask, self.training


class Matrix(torch.nn.Module):
    def __init__(self, width, d_in, heads):
        super().__init__()
        self.w = torch.nn.Parameter(torch.empty(d_in, width))

    def forward(self, x):
        return x @ self.w


class Plain:
    weight = None

    def __init__(self, d_out, d_in, heads):
        self.sizes = (d_out, d_in, heads)

    def __call__(self, x):
        return x @ self.weight, self.sizes


class Bare:
    def __init__(self, d_out, d_in, heads):
        pass

    def forward(self, X):
        return X


class Silent(Plain):
    __call__ = None


def test_a_layer_gets_the_matrix_transposed_and_no_bias_and_is_evaluated():
    got, heads, mask, training = maker(Layer, WANTED)(X, W, 2)
    assert torch.equal(got, X @ W)
    assert (heads, mask, training) == (2, None, False)


def test_what_the_call_has_beyond_is_handed_on():
    assert maker(Layer, WANTED)(X, W, 2, "mask")[2] == "mask"


@pytest.mark.parametrize("kind", [Layer, Matrix])
def test_a_module_takes_the_precision_that_it_is_given(kind):
    got = maker(kind, WANTED)(X.double(), W.double() / 3, 2)
    got = got[0] if isinstance(got, tuple) else got
    assert got.dtype == torch.float64
    assert torch.equal(got, X.double() @ (W.double() / 3))


def test_plain_python_gets_the_array_itself():
    got, sizes = maker(Plain, WANTED)(X.numpy(), W.numpy(), 2)
    np.testing.assert_array_equal(got, X.numpy() @ W.numpy())
    assert sizes == (4, 3, 2)


@pytest.mark.parametrize(
    ("kind", "error", "told"),
    [
        (Bare, AttributeError, "Bare has no attribute W"),
        (Silent, AttributeError, "no method forward or __call__"),
        (type("Wider", (Layer,), {"__init__": lambda self, d_out, d_in, heads: Layer.__init__(self, 9, 9, heads)}),
         ValueError, r"holds \(9, 9\), where \(4, 3\) is given"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_an_exception_of_the_submission(kind, error, told):
    with pytest.raises(error, match=told):
        maker(kind, WANTED)(X, W, 2)
