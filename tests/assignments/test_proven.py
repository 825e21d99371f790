"""Every lab that is shipped keeps its promises, as `grade verify` sees it."""

import pytest

from grader.assignment import load_assignment
from grader.verify.concluding import prove_rubric
from grader.verify.crew import try_all
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

LABS = sorted(path.parent for path in (ROOT / "assignments").glob("*/assignment.toml"))


def problems(lab, seeds):
    assignment = load_assignment(lab)
    return prove_rubric(assignment, try_all(assignment, seeds=seeds, jobs=2)).problems


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_the_rubric_is_proven(lab):
    assert problems(lab, seeds=1) == ()


@pytest.mark.soak(seconds=600)
@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_the_verdict_does_not_hang_on_the_seed(lab):
    assert problems(lab, seeds=25) == ()
