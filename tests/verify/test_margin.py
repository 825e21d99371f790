"""Margins: how far answers are from a tolerance, in tolerances."""

import numpy as np
import pytest

from grader.verify.judged import judged
from grader.verify.margin import ANY, margin
from grader.verify.mutants import references


def margin_of(assignment, check, change):
    """The margin in one check when every value of attention is changed."""
    right = references(assignment)

    def attention(Q, K, V):
        return tuple(change(value) for value in right["attention"](Q, K, V))

    with np.errstate(all="ignore"):
        told = list(judged(assignment, lambda: {**right, "attention": attention}, 3))
        answers = next(answers for found, answers in told if found.id == check)
        return margin(next(item for item in assignment.manifest.check if item.id == check), answers)


@pytest.mark.parametrize(("off", "expected"), [(0.0001, 0.1), (0.0005, 0.5), (0.01, 10), (0.1, 100)])
def test_a_margin_is_the_error_in_tolerances(attention, off, expected):
    """To three decimals an entry may be off by 0.0005, and a whole matrix by as much."""
    found = margin_of(attention, "worked_example", lambda value: value + off / 2)
    assert found == pytest.approx(expected, rel=0.06)


def test_right_answers_need_no_tolerance(attention):
    assert margin_of(attention, "row_sums", lambda value: value) == 0


def test_no_tolerance_helps_where_a_shape_is_wrong(attention):
    assert margin_of(attention, "worked_example", lambda value: value[None]) == ANY


def test_no_tolerance_helps_against_nan(attention):
    assert margin_of(attention, "fused_match", lambda value: value * np.nan) == ANY
