"""Expected values come with bounds; a reference that cannot give them is our fault or the author's, never a score."""

import numpy as np
import pytest

from grader.checks.case import Case
from grader.errors import AssignmentError, InternalError
from grader.judge.expect import Oracle
from tests.checks.trying import LAB

lab = LAB.manifest.lab
CASE = Case("c", "softmax", {"scores": np.array([[2.0, 2, 0]])})


def with_softmax(**changes):
    functions = {**lab.functions, "softmax": lab.functions["softmax"].model_copy(update=changes)}
    return lab.model_copy(update={"functions": functions})


def test_expected_values_come_with_a_bound_for_each_precision():
    want = Oracle(lab).expect(CASE)["weights"]
    assert np.allclose(want.value, [[0.468, 0.468, 0.063]], atol=5e-4)
    assert np.all((want.bound > want.double_bound) & (want.double_bound > 0))


@pytest.mark.parametrize("name", ["reference.attention:soft", "no.such.module:f", "reference.attention", "math:pi", ""])
def test_a_reference_that_cannot_be_found_is_the_authors_fault(name):
    with pytest.raises(AssignmentError, match="softmax"):
        Oracle(with_softmax(reference=name))


@pytest.mark.parametrize("broken", [np.array([[np.nan] * 3]), np.zeros((3, 1))])
def test_a_reference_that_gives_no_usable_answer_is_never_a_score(broken):
    oracle = Oracle(lab)
    oracle._reference["softmax"] = lambda scores: broken
    with pytest.raises(InternalError, match="not of the submission"):
        oracle.expect(CASE)
