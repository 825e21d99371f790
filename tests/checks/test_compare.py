"""Comparing arrays: the worst entry is found, and NaN never equals anything."""

import numpy as np
import pytest

from grader.checks.compare import same, worst

one = np.ones((2, 2))


def test_the_entry_with_the_largest_error_in_tolerances_is_the_worst():
    found = worst(np.array([1.0, 2.1, 3.2]), np.array([1.0, 2.0, 3.0]), np.array([1.0, 0.01, 1.0]))
    assert found.at == (1,)
    assert found.ratio == pytest.approx(10)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_infinitely_wrong_on_either_side(bad):
    broken = one.copy()
    broken[1, 0] = bad
    assert worst(broken, one, one).ratio == np.inf
    assert worst(one, broken, one).ratio == np.inf
    assert worst(broken, broken, one).ratio == np.inf


def test_same_is_same_within_its_tolerance_and_shape():
    assert same(one, one + 0.1, 0.2)
    assert not same(one, one + 0.3, 0.2)
    assert not same(one, np.ones((2, 1)), 0.2)
    assert not same(one * np.nan, one * np.nan, 0.2)
