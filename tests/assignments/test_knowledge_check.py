"""A lab of plain values: shares, what is not told, and numbers of its own for each student."""

import tomllib

import pytest

from grader.assignment import MANIFEST, load_assignment
from grader.judge.grading import grade
from grader.manifest import Manifest
from grader.report import Status
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission
from tests.conftest import ROOT

FOLDER = ROOT / "assignments" / "knowledge-check"
LAB = load_assignment(FOLDER)


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def graded(path, launcher, lab=LAB, seed=None):
    return grade(read_submission(path, entry="answers.py", notebook="defs"), lab, launcher, seed=seed)


def test_the_starter_gets_no_point(launcher):
    report = graded(FOLDER / "starter.py", launcher)
    assert report.score == 0
    assert report.checks[0].message == "scores_shape is None; it should be the answer."


def test_one_wrong_answer_costs_its_own_share(launcher):
    report = graded(FOLDER / "examples" / "wrong" / "percent.py", launcher)
    assert (report.score, report.max_score) == (6, 7)
    assert [check.status for check in report.checks] == [Status.PASSED, Status.PARTIAL, Status.PASSED]


@pytest.mark.parametrize("name", ["percent", "shape_of_queries", "variance_for_spread", "too_few_digits"])
def test_no_report_gives_an_answer_away(name, launcher):
    report = graded(FOLDER / "examples" / "wrong" / f"{name}.py", launcher)
    assert not any(check.evidence for check in report.checks)
    assert not any(diagnosis.example for diagnosis in report.diagnoses)
    told = " ".join([c.message for c in report.checks] + [d.explanation + d.hint for d in report.diagnoses])
    assert not {"(5, 5)", "0.468", " 8."} & {part for part in ("(5, 5)", "0.468", " 8.") if part in told}


def test_the_seed_chooses_the_numbers_and_right_and_wrong_answers_follow(launcher, tmp_path):
    choices = tomllib.loads((FOLDER / MANIFEST).read_text())
    for function in choices["function"]:
        if "n" in function["said"]:
            function["said"] = {"n": [5, 6, 7, 8], "d_k": [9, 16, 25]}
    fresh = LAB.model_copy(update={"manifest": Manifest.of(choices)})
    plain = (FOLDER / "examples" / "accepted" / "plain.py").read_text()

    def answered(seed, **answers):
        path = tmp_path / "answers.py"
        path.write_text(plain + "".join(f"{name} = {answer}\n" for name, answer in answers.items()))
        return graded(path, launcher, fresh, seed)

    asked = set()
    for seed in range(6):
        message = answered(seed, scores_shape=(99, 99)).checks[0].message
        n, d_k = (int(message.split(f"{name} = ")[1].split()[0].rstrip(".")) for name in ("n", "d_k"))
        assert answered(seed, scores_shape=(n, n), weights_shape=(n, n)).score == LAB.max_score
        wrong = answered(seed, scores_shape=(n, n), weights_shape=(n, d_k))
        assert [diagnosis.bug for diagnosis in wrong.diagnoses] == ["weights-like-outputs"]
        asked.add((n, d_k))
    assert len(asked) > 2
