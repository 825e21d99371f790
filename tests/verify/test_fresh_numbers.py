"""A lab whose questions have several numbers: its examples are tried with the first, the reference with all."""

import pytest

from grader.errors import InternalError
from tests.conftest import ROOT
from tests.verify.labs import copy_of, proof_of

pytestmark = pytest.mark.slow

SEEDS = 4


def lab_with(folder, more):
    changes = ("scores = [[2, 2, 0]]", f"scores = [[2, 2, 0], {more}]")
    return copy_of(ROOT / "assignments" / "knowledge-check", folder, assignment=changes)


def test_examples_that_are_right_for_the_first_numbers_prove_it(tmp_path):
    assert proof_of(lab_with(tmp_path / "lab", "[1, 1, 0], [3, 1, 0]"), SEEDS).problems == ()


def test_numbers_that_the_reference_cannot_answer_are_found(tmp_path):
    with pytest.raises(InternalError, match="exponential_sum gives no usable answer"):
        proof_of(lab_with(tmp_path / "lab", "[inf, 2, 0]"), SEEDS)
