"""Mean and variance of rows, and that they do not follow what is done to whole rows."""

import pytest

from grader.assignment import load_assignment
from grader.report import Status
from reference.layer_norm import standardize
from tests.checks.trying import find_item
from tests.conftest import ROOT

MANIFEST = load_assignment(ROOT / "assignments" / "layer-norm").manifest
MOMENTS, INVARIANCE = (next(item for item in MANIFEST.check if item.id == name) for name in ("moments", "invariance"))


def find(function, item=MOMENTS):
    return find_item(item, MANIFEST.lab, standardize=function, layer_norm=lambda X, g, b: function(X) * g + b)


def test_a_right_answer_passes_both():
    assert find(standardize).status is find(standardize, INVARIANCE).status is Status.PASSED


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda X: standardize(X) + 1, "has the mean 1 instead of 0"),
        (lambda X: standardize(X) * 2, "has the variance 4 instead of 1"),
        (lambda X: (X - X.mean(-1, keepdims=True)) / X.std(-1, ddof=1, keepdims=True), "Divided by d − 1"),
        (lambda X: standardize(X.T).T, "Your columns have it, though"),
        (lambda X: standardize(X * 0 + range(X.shape[1])), "gives the same answer whatever"),
    ],
)
def test_what_is_wrong_is_said(function, said):
    assert said in find(function).message


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda X: X - X.mean(-1, keepdims=True), "rows stretched by up to 8"),
        (lambda X: X / abs(X).max(-1, keepdims=True), "rows moved by up to ±4000"),
        (lambda X: standardize(X * 0 + range(X.shape[1])), "gives the same answer whatever"),
    ],
)
def test_an_answer_that_follows_its_rows_is_seen(function, said):
    assert said in find(function, INVARIANCE).message
