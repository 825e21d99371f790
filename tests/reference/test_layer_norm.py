"""The reference is PyTorch's kernel by another road, and its error model bounds what single precision really loses."""

import numpy as np
import pytest
import torch

from reference.layer_norm import EPSILON, layer_norm, standardize
from reference.layer_norm_rounding import layer_norm_rounding, standardize_rounding

UNIT = 2.0**-24


def centred(x):
    return x - x.mean(-1, keepdim=True)


STYLES = {
    "two passes": lambda x: centred(x) / (x.var(-1, correction=0, keepdim=True) + EPSILON).sqrt(),
    "reciprocal root": lambda x: centred(x) * (centred(x).square().mean(-1, keepdim=True) + EPSILON).rsqrt(),
    "kernel": lambda x: torch.nn.functional.layer_norm(x, x.shape[-1:], eps=EPSILON),
    "mean of squares": lambda x: (
        centred(x) / ((x * x).mean(-1, keepdim=True) - x.mean(-1, keepdim=True) ** 2 + EPSILON).sqrt()
    ),
}


def drawn(seed, *, spread=1.0, apart=0.0):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(4, 200, size=2)
    x = apart * rng.standard_normal((n, 1)) + spread * rng.standard_normal((n, d))
    return [torch.from_numpy(a.astype(np.float32)) for a in (x, rng.standard_normal(d), rng.standard_normal(d))]


@pytest.mark.parametrize("seed", range(20))
def test_the_reference_gives_what_pytorch_gives(seed):
    x, gamma, beta = (a.double() for a in drawn(seed))
    kernel = torch.nn.functional.layer_norm(x, gamma.shape, gamma, beta, eps=EPSILON)
    assert np.allclose(layer_norm(x, gamma, beta), kernel, rtol=1e-12, atol=1e-12)


def test_it_gives_what_comes_out_by_hand():
    by_hand = [[-2 / 3.5**0.5, -1 / 3.5**0.5, 0, 3 / 3.5**0.5], [0, 0, 0, 0]]
    assert np.allclose(standardize(np.array([[1, 2, 3, 6], [7, 7, 7, 7]])), by_hand, atol=1e-8)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("spread", [1e-4, 1, 1e4])
def test_right_answers_in_single_precision_stay_within_the_bound(style, spread):
    for seed in range(10):
        x, gamma, beta = drawn(seed, spread=spread)
        got = STYLES[style](x)
        for value, right, bound in (
            (got, standardize(x), standardize_rounding(x, unit=UNIT)[0]),
            (got * gamma + beta, layer_norm(x, gamma, beta), layer_norm_rounding(x, gamma, beta, unit=UNIT)[0]),
        ):
            assert np.all(np.abs(value.double().numpy() - right) <= bound)


@pytest.mark.parametrize("style", sorted(STYLES.keys() - {"mean of squares", "kernel"}))
@pytest.mark.parametrize(("spread", "apart"), [(0, 1), (1, 4000)])
def test_so_do_rows_of_equal_numbers_and_rows_far_from_zero(style, spread, apart):
    for seed in range(10):
        x, _, _ = drawn(seed, spread=spread, apart=apart)
        got = STYLES[style](x).double().numpy()
        assert np.all(np.abs(got - standardize(x)) <= standardize_rounding(x, unit=UNIT)[0])


def test_the_bound_is_far_below_the_nearest_mistakes():
    """d − 1 for d moves entries by some percent, the constant in another place by more, three decimals by 5e-4."""
    rng = np.random.default_rng(0)
    for spread in (1e-4, 1):
        (bound,) = standardize_rounding(spread * rng.standard_normal((9, 16)), unit=UNIT)
        assert np.median(bound) < 2e-5
