"""The reference equals the lesson's printed digits, PyTorch's fused kernel, and plain loops."""

import numpy as np
import pytest

from reference.attention import attention, attention_scores, self_attention, softmax
from reference.fused import fused_attention
from tests.reference import plain_loops

Q = K = np.array([[1.0, 0], [0, 1], [1, 1]])
V = np.array([[1.0, 0], [0, 2], [3, 1]])


def drawn(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape) for shape in shapes]


def test_scores_of_the_worked_example_are_the_printed_ones():
    printed = [[0.707, 0, 0.707], [0, 0.707, 0.707], [0.707, 0.707, 1.414]]
    assert np.array_equal(np.round(attention_scores(Q, K), 3), printed)


def test_weights_of_the_worked_example_are_the_printed_ones():
    printed = [[0.401, 0.198, 0.401], [0.198, 0.401, 0.401], [0.248, 0.248, 0.503]]
    assert np.array_equal(np.round(attention(Q, K, V).weights, 3), printed)


def test_output_of_the_worked_example_is_the_printed_one():
    printed = [[1.604, 0.797], [1.401, 1.203], [1.759, 1.000]]
    assert np.array_equal(np.round(attention(Q, K, V).output, 3), printed)


def test_exponentials_and_row_sums_of_the_worked_example_are_the_printed_ones():
    exponentials = np.exp(attention_scores(Q, K))
    assert np.array_equal(np.round(exponentials[2], 3), [2.028, 2.028, 4.113])
    assert np.array_equal(np.round(exponentials.sum(-1), 3), [5.056, 5.056, 8.169])


def test_softmax_of_the_knowledge_check_is_the_printed_one():
    assert np.allclose(softmax(np.array([[2.0, 2, 0]])), [[0.468, 0.468, 0.063]], atol=5e-4)


@pytest.mark.parametrize("seed", range(20))
def test_attention_equals_the_fused_kernel(seed):
    n_q, n_k, d_k, d_v = np.random.default_rng(seed).integers(1, 40, size=4)
    q, k, v = drawn(seed, (n_q, d_k), (n_k, d_k), (n_k, d_v))
    assert np.allclose(attention(q, k, v).output, fused_attention(q, k, v), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("seed", range(5))
def test_every_function_equals_plain_loops(seed):
    scores, q, k, v, x, w_q, w_k, w_v = drawn(seed, (5, 7), (5, 3), (7, 3), (7, 2), (4, 6), (6, 3), (6, 3), (6, 2))
    close = {"rtol": 1e-13, "atol": 1e-13}
    assert np.allclose(softmax(scores), plain_loops.softmax(scores), **close)
    assert np.allclose(attention_scores(q, k), plain_loops.attention_scores(q, k), **close)
    for mine, slow in zip(attention(q, k, v), plain_loops.attention(q, k, v), strict=True):
        assert np.allclose(mine, slow, **close)
    for mine, slow in zip(self_attention(x, w_q, w_k, w_v), plain_loops.self_attention(x, w_q, w_k, w_v), strict=True):
        assert np.allclose(mine, slow, **close)


def test_softmax_of_huge_scores_is_finite_and_right():
    weights = softmax(np.array([[1e4, 1e4, 0], [-1e4, 0, 1e4]]))
    assert np.array_equal(weights, [[0.5, 0.5, 0], [0, 0, 1]])


def test_inputs_are_left_as_they_were():
    q, k, v = drawn(0, (3, 4), (5, 4), (5, 2))
    before = [a.copy() for a in (q, k, v)]
    attention(q, k, v)
    assert all(np.array_equal(a, b) for a, b in zip((q, k, v), before, strict=True))
