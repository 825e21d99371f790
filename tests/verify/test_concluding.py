"""What counts as refused by a check."""

import pytest

from grader.assignment import load_assignment
from grader.verify.concluding import prove_rubric
from grader.verify.crew import Found
from grader.verify.promise import promises
from grader.verify.trying import Run


@pytest.mark.parametrize(("skipped", "refuses"), [((), 1), (("purity",), 0)])
def test_a_check_that_is_only_skipped_refuses_nobody(lab, skipped, refuses):
    assignment = load_assignment(lab)
    promised = [promise for promise in promises(assignment) if promise.name == "wrong/changes_its_argument.py"]
    run = Run(name=promised[0].name, seed=1, threads=1, failed={"purity": "It is."}, skipped=skipped)
    proof = prove_rubric(assignment, Found(promised, [run], [], 1, (1,)))
    assert [column.refuses for column in proof.columns if column.id == "purity"] == [refuses]
    told = "No wrong example fails purity: give one that does, or leave the check out."
    assert (told in proof.problems) is (refuses == 0)
