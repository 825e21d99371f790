import itertools

import numpy as np
import pytest

from grader.diagnosis import shrink
from grader.diagnosis.naming import Named
from grader.diagnosis.variant import run
from tests.diagnosis.made import FUNCTIONS, SHOWN, wrong

ORDER = ("softmax", "attention_scores", "attention", "self_attention")


def smallest(variant):
    """The first of the functions, from the shortest, on which the bug shows at all, and the arguments."""
    for function in (FUNCTIONS[name] for name in ORDER if set(variant.does) <= set(FUNCTIONS[name].steps)):
        bug = Named(variant.bug, function.name, (), variant, (variant,))
        for arguments in itertools.islice(shrink.smallest(function, bug), 1):
            return function, arguments
    return None


@pytest.mark.parametrize("variant", SHOWN, ids=lambda v: f"{v.bug}-{v.sentence[:50]}")
def test_each_bug_shows_on_a_few_small_whole_numbers(variant):
    found = smallest(variant)
    if found is None:  # some bounds and constants are out of reach of small numbers
        assert variant.bug in ("softmax-epsilon", "softmax-clamped")
        return
    function, arguments = found
    assert sum(value.size for value in arguments.values()) <= 24
    assert all((value == np.round(value)).all() for value in arguments.values())
    with np.errstate(all="ignore"):
        one, other = (run(e, function.steps, arguments) for e in ((variant,), ()))
    assert any(shrink.clear(one[v.name], other[v.name]) for v in function.returns)


def test_a_bug_is_shown_where_the_other_bug_alone_would_give_something_else():
    pair = (wrong("scale-missing"), wrong("softmax-axis"))
    arguments = next(shrink.smallest(FUNCTIONS["attention"], Named("softmax-axis", "attention", (), pair[1], pair)))
    both, other = (run(e, FUNCTIONS["attention"].steps, arguments)["weights"] for e in (pair, pair[:1]))
    assert shrink.clear(both, other)


def test_a_bug_without_a_variant_is_asked_with_sizes_that_all_differ():
    arguments = next(shrink.smallest(FUNCTIONS["attention"], Named("returns-swapped", "attention")))
    assert len({arguments["Q"].shape[0], *arguments["V"].shape, arguments["Q"].shape[1]}) == 4


@pytest.mark.parametrize(("value", "text"), [(0.12345, "0.123"), (-0.0001, "0.000"), (np.nan, "nan"), (np.inf, "inf"),
                                             (-1.5, "-1.500"), (1e4, "10000.000")])  # fmt: skip
def test_numbers_are_written_to_three_decimals(value, text):
    assert shrink.grid(np.array([[value]])) == ((text,),)


@pytest.mark.parametrize(("values", "rows"), [
    (np.array([1 + 2j]), (("1.000+2.000j",),)),
    (np.array(0.5, np.float16), (("0.500",),)),
    (np.array([True, False]), (("1.000", "0.000"),)),
    (np.zeros((2, 1, 2)), (("0.000", "0.000"), ("0.000", "0.000"))),
    (np.zeros((2, 3, 0)), ((),) * 6),
])  # fmt: skip
def test_whatever_a_call_left_in_an_input_can_be_written(values, rows):
    assert shrink.grid(values) == rows


def test_whole_numbers_are_written_without_decimals():
    assert shrink.grid(np.array([[1.0, -2.0]]), 0) == (("1", "-2"),)
