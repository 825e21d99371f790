"""The sizes and arguments that a lab draws."""

import numpy as np
import pytest

from tests.checks.trying import LAB

lab = LAB.manifest.lab


@pytest.mark.parametrize("seed", range(50))
def test_rectangular_sizes_all_differ_and_hide_nothing(seed):
    sizes = lab.rectangular(np.random.default_rng(seed))
    values = list(sizes.values())
    assert len(set(values)) == len(values)
    assert sizes["d_k"] not in (1, 4)
    assert not {v * v for v in values} & set(values)


@pytest.mark.parametrize("seed", range(20))
def test_the_square_case_has_as_many_queries_as_keys_and_no_other_equal_sizes(seed):
    sizes = lab.squared(np.random.default_rng(seed))
    assert sizes.pop("n_q") == sizes["n_k"]
    assert len(set(sizes.values())) == len(sizes)


def test_arguments_have_the_shapes_and_the_spread_of_the_manifest():
    function = lab.functions["attention"]
    sizes = {"n_q": 200, "n_k": 300, "d_k": 50, "d_v": 20}
    drawn = function.draw(sizes, np.random.default_rng(0), "float32")
    assert {name: a.shape for name, a in drawn.items()} == {"Q": (200, 50), "K": (300, 50), "V": (300, 20)}
    assert drawn["Q"].std() == pytest.approx(1.5, rel=0.02)
    assert {a.dtype.name for a in drawn.values()} == {"float32"}
