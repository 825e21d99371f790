"""Attention that hides keys equals PyTorch's fused kernel, plain loops, and attention to what is left."""

import numpy as np
import pytest
import torch

from reference.attention import attention
from reference.fused import fused_causal_attention, fused_masked_attention
from reference.masked import causal_attention, masked_attention, pairwise_masked_attention
from reference.rounding import causal_attention_rounding, masked_attention_rounding

CLOSE = {"rtol": 1e-12, "atol": 1e-13}
UNIT = 2.0**-24


def drawn(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape) for shape in shapes]


def mask_of(seed, b, n):
    mask = np.random.default_rng(seed).random((b, n)) < 0.6
    mask[:, seed % n] = True
    return mask


@pytest.mark.parametrize("seed", range(10))
def test_causal_attention_equals_the_fused_kernel_and_attention_to_each_prefix(seed):
    q, k, v = drawn(seed, (6, 3), (6, 3), (6, 4))
    output, weights = causal_attention(q, k, v)
    assert np.allclose(output, fused_causal_attention(q, k, v), **CLOSE)
    for i in range(6):
        seen = attention(q[i : i + 1], k[: i + 1], v[: i + 1])
        assert np.allclose(output[i], seen.output, **CLOSE)
        assert np.allclose(weights[i], np.pad(seen.weights[0], (0, 5 - i)), **CLOSE)


@pytest.mark.parametrize("seed", range(10))
def test_masked_attention_equals_the_fused_kernel_and_attention_to_the_keys_that_are_left(seed):
    q, k, v = drawn(seed, (2, 5, 3), (2, 7, 3), (2, 7, 4))
    mask = mask_of(seed, 2, 7)
    output, weights = masked_attention(q, k, v, mask)
    assert np.allclose(output, fused_masked_attention(q, k, v, mask), **CLOSE)
    for b in range(2):
        assert np.allclose(output[b], attention(q[b], k[b, mask[b]], v[b, mask[b]]).output, **CLOSE)
        assert not weights[b][:, ~mask[b]].any()


@pytest.mark.parametrize("low", [-np.inf, -1e9])
def test_a_mask_of_numbers_is_added_to_the_scores(low):
    q, k, v = drawn(3, (2, 5, 3), (2, 7, 3), (2, 7, 4))
    mask = mask_of(3, 2, 7)
    for mine, plain in zip(
        masked_attention(q, k, v, np.where(mask, 0, low)), masked_attention(q, k, v, mask), strict=True
    ):
        assert np.allclose(mine, plain, **CLOSE)


@pytest.mark.parametrize("shown", [np.tri(6) > 0, np.where(np.tri(6) > 0, 0, -np.inf)])
def test_a_mask_for_each_pair_may_be_a_causal_one(shown):
    q, k, v = drawn(4, (6, 3), (6, 3), (6, 4))
    for mine, causal in zip(pairwise_masked_attention(q, k, v, shown), causal_attention(q, k, v), strict=True):
        assert np.array_equal(mine, causal)


def test_without_a_mask_all_keys_are_seen():
    q, k, v = drawn(0, (2, 5, 3), (2, 7, 3), (2, 7, 4))
    for mine, plain in zip(masked_attention(q, k, v), attention(q, k, v), strict=True):
        assert np.array_equal(mine, plain)
    assert np.allclose(masked_attention(q, k, v).output, fused_masked_attention(q, k, v), **CLOSE)


def test_axes_before_the_last_two_are_samples():
    q, k, v = drawn(1, (2, 3, 5, 4), (2, 3, 7, 4), (2, 3, 7, 6))
    output, weights = attention(q, k, v)
    for at in np.ndindex(2, 3):
        one = attention(q[at], k[at], v[at])
        assert np.allclose(output[at], one.output, **CLOSE)
        assert np.allclose(weights[at], one.weights, **CLOSE)


@pytest.mark.parametrize("seed", range(10))
def test_single_precision_stays_within_the_bound_wherever_it_hides(seed):
    q, k, v = (torch.from_numpy(a.astype(np.float32)) for a in drawn(seed, (9, 5), (9, 5), (9, 4)))
    scores, later = q @ k.T / 5**0.5, torch.ones(9, 9).triu(1) == 1
    bounds = causal_attention_rounding(q, k, v, unit=UNIT)
    renormalised = torch.softmax(scores, -1).tril()
    renormalised /= renormalised.sum(-1, keepdim=True)
    for weights in (torch.softmax(scores.masked_fill(later, -1e9), -1), renormalised):
        for got, want, bound in zip((weights @ v, weights), causal_attention(q, k, v), bounds, strict=True):
            assert np.all(np.abs(got.double().numpy() - want) <= bound)


def test_the_bound_of_masked_attention_has_the_shapes_of_its_values():
    q, k, v = drawn(0, (2, 5, 3), (2, 7, 3), (2, 7, 4))
    output, weights = masked_attention_rounding(q, k, v, mask_of(0, 2, 7), unit=UNIT)
    assert (output.shape, weights.shape) == ((2, 5, 4), (2, 5, 7))
