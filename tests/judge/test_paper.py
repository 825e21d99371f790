"""A seed's questions are drawn once and stay as they were; each seed and each assignment has its own."""

import numpy as np
import pytest

from grader.checks.case import Case
from grader.judge.expect import Oracle
from grader.judge.paper import Paper, paper_for
from tests.checks.trying import LAB

ITEMS = LAB.manifest.check
MATCH = next(item for item in ITEMS if item.id == "fused_match")


def same(one, other):
    return all(np.array_equal(one.arguments[name], other.arguments[name]) for name in one.arguments)


def test_whoever_comes_later_is_asked_the_same():
    paper = paper_for(LAB, 5)
    assert paper_for(LAB, 5) is paper
    assert paper.cases(MATCH) is paper.cases(MATCH)
    assert all(map(same, Paper(LAB.manifest.lab, 5).cases(MATCH), paper.cases(MATCH)))


def test_another_seed_and_another_assignment_have_other_papers():
    paper = paper_for(LAB, 5)
    assert not any(map(same, paper_for(LAB, 6).cases(MATCH), paper.cases(MATCH)))
    assert paper_for(LAB.model_copy(), 5) is not paper


def test_only_the_last_few_papers_are_kept():
    first = paper_for(LAB, 0)
    for seed in range(1, 9):
        paper_for(LAB, seed)
    assert paper_for(LAB, 0) is not first


def test_what_is_remembered_is_what_an_oracle_says():
    paper, oracle = Paper(LAB.manifest.lab, 3), Oracle(LAB.manifest.lab)
    for case in (case for item in ITEMS for case in paper.cases(item)):
        for name, want in oracle.expect(case).items():
            assert np.array_equal(paper.expect(case)[name].value, want.value)
            assert np.array_equal(paper.expect(case)[name].bound, want.bound)


def test_a_case_of_nobodys_is_worked_out_anew():
    paper = Paper(LAB.manifest.lab, 3)
    paper.cases(MATCH)
    case = Case("c", "softmax", {"scores": np.array([[2.0, 2, 0]])})
    assert np.allclose(paper.expect(case)["weights"].value, [[0.468, 0.468, 0.063]], atol=5e-4)


def test_nobody_can_change_a_question():
    (values, *_) = Paper(LAB.manifest.lab, 3).cases(MATCH)[0].arguments.values()
    with pytest.raises(ValueError, match="read-only"):
        values += 1
