"""The error model bounds what single precision really loses, and is no wider than it must be."""

import numpy as np
import pytest
import torch

from reference.attention import attention, attention_scores, self_attention, softmax
from reference.rounding import (
    attention_rounding,
    attention_scores_rounding,
    gamma,
    self_attention_rounding,
    softmax_rounding,
)

UNIT = 2.0**-24
STYLES = {
    "plain": lambda q, k: q @ k.T / k.shape[1] ** 0.5,
    "scale in the queries": lambda q, k: (q * k.shape[1] ** -0.5) @ k.T,
    "fourth roots": lambda q, k: (q / k.shape[1] ** 0.25) @ (k / k.shape[1] ** 0.25).T,
    "summed backwards": lambda q, k: q.flip(1) @ k.flip(1).T / k.shape[1] ** 0.5,
}
NORMALISATIONS = {
    "maximum": lambda s: torch.softmax(s, dim=-1),
    "log-sum-exp": lambda s: torch.exp(s - torch.logsumexp(s, -1, keepdim=True)),
    "base two": lambda s: (lambda t: t / t.sum(-1, keepdim=True))(
        torch.exp2((s * 1.4426950408889634) - (s * 1.4426950408889634).amax(-1, keepdim=True))
    ),
}


def drawn(seed, spread=1.5):
    rng = np.random.default_rng(seed)
    n_q, n_k, d_k, d_v = rng.integers(2, 300, size=4)
    q, k, v = (rng.standard_normal(s) for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
    return [torch.from_numpy(a.astype(np.float32)) for a in (spread * q, k, v)]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("normalise", NORMALISATIONS)
@pytest.mark.parametrize("spread", [0.01, 1.5, 30])
def test_right_answers_in_single_precision_stay_within_the_bound(style, normalise, spread):
    for seed in range(10):
        q, k, v = drawn(seed, spread)
        scores = STYLES[style](q, k)
        weights = NORMALISATIONS[normalise](scores)
        (scores_bound,) = attention_scores_rounding(q, k, unit=UNIT)
        output_bound, weights_bound = attention_rounding(q, k, v, unit=UNIT)
        exact = attention(q, k, v)
        assert np.all(np.abs(scores.double().numpy() - attention_scores(q, k)) <= scores_bound)
        assert np.all(np.abs(weights.double().numpy() - exact.weights) <= weights_bound)
        assert np.all(np.abs((weights @ v).double().numpy() - exact.output) <= output_bound)


@pytest.mark.parametrize("normalise", NORMALISATIONS)
@pytest.mark.parametrize("shift", [0, 1e4, -1e4])
def test_softmax_alone_stays_within_the_bound_at_any_height(normalise, shift):
    for seed in range(20):
        scores = torch.from_numpy((np.random.default_rng(seed).standard_normal((9, 40)) + shift).astype(np.float32))
        (bound,) = softmax_rounding(scores, unit=UNIT)
        got = NORMALISATIONS[normalise](scores).double().numpy()
        assert np.all(np.abs(got - softmax(scores)) <= bound)


def test_projections_round_within_the_bound():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        x, w_q, w_k, w_v = (
            torch.from_numpy(rng.standard_normal(s).astype(np.float32)) for s in ((9, 30), (30, 7), (30, 7), (30, 5))
        )
        q, k, v = x @ w_q, x @ w_k, x @ w_v
        weights = torch.softmax(q @ k.T / 7**0.5, -1)
        arguments = [tensor.numpy() for tensor in (x, w_q, w_k, w_v)]
        bounds = self_attention_rounding(*arguments, unit=UNIT)
        for got, right, bound in zip((weights @ v, weights), self_attention(*arguments), bounds, strict=True):
            assert np.all(np.abs(got.double().numpy() - right) <= bound)


def test_the_bound_is_far_below_the_nearest_mistakes_of_the_catalogue():
    """Four decimals are off by up to 5e-5, half precision by 6e-4: both are outside on the lab's sizes."""
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal(s) for s in ((9, 11), (11, 11), (11, 7)))
    output_bound, weights_bound = attention_rounding(1.5 * q, k, v, unit=UNIT)
    assert np.median(output_bound) < 2e-5
    assert np.median(weights_bound) < 5e-6


def test_double_precision_is_bounded_so_much_tighter():
    q, k, v = drawn(3)
    single, double = (attention_rounding(q, k, v, unit=unit)[0] for unit in (UNIT, 2.0**-53))
    assert np.all(double < single / 1e6)


def test_gamma_is_that_of_higham():
    assert gamma(10, UNIT) == 10 * UNIT / (1 - 10 * UNIT)
