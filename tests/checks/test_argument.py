"""What a function is given besides drawn matrices: masks, sizes, fixed numbers, leading axes, arguments left out."""

import numpy as np
import pytest
from pydantic import ValidationError

from grader.checks.argument import Drawn, Fixed, Mask, Size
from grader.checks.lab import Function, Lab, SizeRange, Value

SIZES = {"b": 3, "n_q": 5, "n_k": 7, "h": 2, "d_h": 4}


def rng(seed=0):
    return np.random.default_rng(seed)


def function(*arguments, returns=("...", "n_q"), **more):
    value = Value(name="out", shape=returns)
    return Function(name="f", reference="m:f", rounding="m:g", arguments=arguments, returns=(value,), **more)


Q = Drawn(name="Q", shape=("...", "n_q", "h*d_h"), spread=1)


def mask(**more):
    return Mask(**({"name": "mask", "kind": "mask", "shape": ("b", "n_q", "n_k"), "means": "may_attend"} | more))


@pytest.mark.parametrize("pattern", ["scattered", "padding"])
@pytest.mark.parametrize("seed", range(20))
def test_a_mask_leaves_each_query_a_key_and_one_of_them_exactly_one(pattern, seed):
    seen = mask(pattern=pattern).draw(SIZES, rng(seed), "float32")
    assert seen.dtype == np.bool_
    assert seen.shape == (3, 5, 7)
    assert seen.any(axis=-1).all()
    assert (seen.sum(axis=-1) == 1).any()
    assert not seen.all()


def test_padding_hides_keys_at_the_end():
    seen = mask(pattern="padding").draw(SIZES, rng(), "float32")
    assert (np.diff(seen.astype(int), axis=-1) <= 0).all()


def test_a_causal_mask_shows_a_query_the_keys_up_to_its_own_place():
    causal = mask(pattern="causal", shape=("n_q", "n_q")).draw(SIZES, rng(), "float32")
    assert np.array_equal(causal, np.tri(5) > 0)


@pytest.mark.parametrize("seed", range(20))
def test_a_row_is_hidden_whole_only_where_that_is_asked(seed):
    seen = mask(full_rows="one").draw(SIZES, rng(seed), "float32")
    assert (~seen.any(axis=-1)).sum() == 1


def test_both_conventions_hide_the_same_keys():
    keeps, hides = mask(), mask(means="hidden")
    one, other = keeps.draw(SIZES, rng(), "float32"), hides.draw(SIZES, rng(), "float32")
    assert np.array_equal(one, ~other)
    assert np.array_equal(keeps.hides(one), hides.hides(other))


@pytest.mark.parametrize(("low", "dtype"), [(-np.inf, "float32"), (-1e9, "float64")])
def test_a_mask_that_is_added_hides_the_same_keys(low, dtype):
    keeps, adds = mask(), mask(means="added", low=low)
    one, other = keeps.draw(SIZES, rng(), "float32"), adds.draw(SIZES, rng(), dtype)
    assert other.dtype == dtype
    assert np.array_equal(other, np.where(one, 0, low))
    assert np.array_equal(keeps.hides(one), adds.hides(other))
    assert np.array_equal(adds.told(adds.hides(other), dtype), other)


def test_a_mask_that_is_added_is_written_with_numbers():
    assert np.array_equal(mask(means="added").written(((0, -np.inf),)), [[0, -np.inf]])


@pytest.mark.parametrize("low", [0.0, -100.0, 1e9, np.inf])
def test_what_is_added_must_hide_a_key_beside_large_scores(low):
    with pytest.raises(ValidationError):
        mask(means="added", low=low)


def test_a_size_and_a_fixed_number_have_no_axes():
    assert Size(name="heads", kind="size", of="h").draw(SIZES, rng(), "float32") == 2
    assert Size(name="width", kind="size", of="h*d_h").draw(SIZES, rng(), "float32") == 8
    for value, dtype in ((1e-5, np.float64), (3, np.int64), (True, np.bool_)):
        drawn = Fixed(name="x", kind="fixed", value=value).draw(SIZES, rng(), "float32")
        assert (drawn.shape, drawn.dtype, drawn.item()) == ((), dtype, value)


def test_a_product_of_dimensions_and_leading_axes_make_a_shape():
    f = function(Q, returns=("...", "n_q", "h*d_h"), leading=((), ("b",), ("b", "h")))
    drawn = f.each(SIZES, rng(), "float64")
    assert [arguments["Q"].shape for arguments in drawn.values()] == [(5, 8), (3, 5, 8), (3, 2, 5, 8)]
    assert list(drawn) == [", 2-D", ", 3-D", ", 4-D"]
    for arguments in drawn.values():
        assert f.shapes(arguments) == {"out": arguments["Q"].shape}


def test_the_shape_of_a_value_may_hang_on_a_size_that_is_passed():
    f = function(Q, Size(name="heads", kind="size", of="h"), returns=("h", "n_q"))
    assert f.shapes(f.draw(SIZES, rng(), "float64")) == {"out": (2, 5)}


def test_an_optional_argument_is_left_out_once():
    f = function(Q, mask(shape=("n_q", "n_k"), optional=True), returns=("n_q",))
    drawn = f.each(SIZES, rng(), "float32")
    assert [list(arguments) for arguments in drawn.values()] == [["Q", "mask"], ["Q"]]


def test_a_dimension_of_choices_has_one_of_them():
    lab = Lab(functions={"f": function(Q)}, sizes=SizeRange(smallest=5, largest=9, choices={"h": (2, 3)}))
    assert {lab.rectangular(rng(seed))["h"] for seed in range(30)} == {2, 3}
    assert lab.equal(rng())["h"] in (2, 3)


@pytest.mark.parametrize("axis", ["n q", "h*", "*", "....", "2n"])
def test_what_names_no_axis_is_refused(axis):
    with pytest.raises(ValidationError):
        Drawn(name="Q", shape=(axis,), spread=1)
