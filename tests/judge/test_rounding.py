"""The estimated bound on rounding holds right answers in single precision, and no more than some roundings."""

import numpy as np
import pytest

from grader.checks.case import Case
from grader.errors import AssignmentError
from grader.judge.expect import Oracle
from grader.judge.rounding import estimated
from reference import attention, rounding
from tests.checks.trying import LAB

UNIT = 2.0**-24


def arguments(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape) for shape in shapes]


@pytest.mark.parametrize("seed", range(20))
def test_right_answers_in_single_precision_are_within(seed):
    given = arguments(seed, (9, 7), (5, 7), (5, 11))
    single = [value.astype(np.float32) for value in given]
    scores = single[0] @ single[1].T / np.sqrt(np.float32(7))
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    bounds = estimated(attention.attention)(*given, unit=UNIT)
    right = attention.attention(*single)
    for got, want, bound in zip((weights @ single[2], weights), right, bounds, strict=True):
        assert np.all(np.abs(got - want) <= bound)


@pytest.mark.parametrize("seed", range(5))
def test_it_is_of_the_size_of_the_analysis(seed):
    given = arguments(seed, (9, 7), (5, 7), (5, 11))
    for one, other in zip(
        estimated(attention.attention)(*given, unit=UNIT), rounding.attention_rounding(*given, unit=UNIT), strict=True
    ):
        assert 0.1 * other.max() < one.max() < 10 * other.max()


def test_a_lab_without_a_bound_gets_one():
    lab = LAB.manifest.lab
    functions = {name: f.model_copy(update={"rounding": ""}) for name, f in lab.functions.items()}
    oracle = Oracle(lab.model_copy(update={"functions": functions}))
    want = oracle.expect(Case("c", "softmax", {"scores": np.array([[2.0, 2, 0]])}))["weights"]
    assert np.all((want.bound > want.double_bound) & (want.double_bound > 0))


def test_a_reference_that_raises_is_told_as_the_authors_fault():
    oracle = Oracle(LAB.manifest.lab)
    oracle._reference["softmax"] = lambda scores: scores / "no"
    with pytest.raises(AssignmentError, match="softmax fails on the case “c”"):
        oracle.expect(Case("c", "softmax", {"scores": np.array([[2.0, 2, 0]])}))
