"""The reference is PyTorch's module by another road, and its error model bounds what single precision really loses."""

import numpy as np
import pytest
import torch

from reference.multi_head import merge_heads, multi_head_attention, split_heads
from reference.multi_head_rounding import (
    merge_heads_rounding,
    multi_head_attention_rounding,
    split_heads_rounding,
)

UNIT = 2.0**-24


def drawn(seed):
    rng = np.random.default_rng(seed)
    n, h, d_h = (int(size) for size in rng.integers(2, 9, size=3))
    shapes = ((n, h * d_h), *[(h * d_h, h * d_h)] * 4)
    spreads = (1.0, *[0.3] * 4)
    return [
        torch.from_numpy((spread * rng.standard_normal(shape)).astype(np.float32))
        for spread, shape in zip(spreads, shapes, strict=True)
    ], h


@pytest.mark.parametrize("seed", range(10))
def test_the_reference_gives_what_pytorch_gives(seed):
    arrays, h = drawn(seed)
    x, w_q, w_k, w_v, w_o = (array.double() for array in arrays)
    module = torch.nn.MultiheadAttention(x.shape[1], h, bias=False, dtype=torch.float64)
    module.in_proj_weight.data = torch.cat([w_q.T, w_k.T, w_v.T])
    module.out_proj.weight.data = w_o.T.contiguous()
    with torch.no_grad():
        output, weights = module(x, x, x, average_attn_weights=False)
    right = multi_head_attention(x, w_q, w_k, w_v, w_o, h)
    assert np.allclose(right.output, output, rtol=1e-10, atol=1e-10)
    assert np.allclose(right.weights, weights, rtol=1e-10, atol=1e-10)


def test_head_k_has_the_columns_of_its_block_and_merging_undoes_splitting():
    x = np.arange(24.0).reshape(2, 12)
    heads = split_heads(x, 3)
    assert np.array_equal(heads[1], x[:, 4:8])
    assert np.array_equal(merge_heads(heads), x)


@pytest.mark.parametrize("seed", range(20))
def test_right_answers_in_single_precision_stay_within_the_bound(seed):
    (x, w_q, w_k, w_v, w_o), h = drawn(seed)
    q, k, v = ((x @ w).view(len(x), h, -1).transpose(0, 1) for w in (w_q, w_k, w_v))
    weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
    output = (weights @ v).transpose(0, 1).reshape(x.shape) @ w_o
    arguments = [tensor.numpy() for tensor in (x, w_q, w_k, w_v, w_o)]
    right, bounds = multi_head_attention(*arguments, h), multi_head_attention_rounding(*arguments, h, unit=UNIT)
    for got, wanted, bound in zip((output, weights), right, bounds, strict=True):
        assert np.all(np.abs(got.double().numpy() - wanted) <= bound)


def test_the_bound_is_far_below_the_nearest_mistake_on_the_labs_sizes():
    """Scaled by the width of the model, weights are off by a tenth."""
    rng = np.random.default_rng(0)
    x, *matrices = (rng.standard_normal(shape) for shape in ((9, 21), *[(21, 21)] * 4))
    output, weights = multi_head_attention_rounding(x, *(0.3 * w for w in matrices), 3, unit=UNIT)
    assert np.median(output) < 1e-3
    assert np.median(weights) < 1e-4


def test_moving_numbers_rounds_each_once_at_most():
    x = np.random.default_rng(0).standard_normal((5, 12))
    single = x.astype(np.float32)
    heads = split_heads(x, 3)
    assert np.all(np.abs(split_heads(single, 3) - heads) <= split_heads_rounding(x, 3, unit=UNIT)[0])
    assert np.all(np.abs(merge_heads(np.float32(heads)) - x) <= merge_heads_rounding(heads, unit=UNIT)[0])
