"""The lab keeps its promises: every accepted style gets full marks, every wrong one fails exactly what it declares."""

import tomllib

import numpy as np
import pytest

from grader.judge.grading import grade
from grader.report import Cause, Status
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission
from reference.attention import attention
from reference.fused import fused_attention
from tests.checks.trying import ITEMS
from tests.conftest import ATTENTION

ACCEPTED = sorted((ATTENTION / "examples" / "accepted").glob("*.py"))
WRONG = sorted((ATTENTION / "examples" / "wrong").glob("*.py"))
MANIFEST = tomllib.loads((ATTENTION / "assignment.toml").read_text())
SEEDS = range(25)


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def graded(path, lab, launcher, seed=None):
    return grade(read_submission(path, entry="attention.py", notebook="defs"), lab, launcher, seed=seed)


def failing(report):
    return [check.id for check in report.checks if check.status is not Status.PASSED]


def test_there_are_as_many_examples_as_were_promised():
    assert len(ACCEPTED) >= 16
    assert len(WRONG) >= 40
    assert {path.stem for path in WRONG} == set(MANIFEST["examples"]["wrong"])


def test_every_check_is_failed_by_some_example_and_none_by_every():
    declared = [set(example["fails"]) for example in MANIFEST["examples"]["wrong"].values()]
    assert set.union(*declared) == set(ITEMS)
    assert not set.intersection(*declared)


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_an_accepted_style_gets_full_marks(path, attention, launcher):
    report = graded(path, attention, launcher)
    assert (report.score, failing(report), report.diagnoses) == (100, [], ()), report.seed


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_example_fails_exactly_what_it_declares(path, attention, launcher):
    report = graded(path, attention, launcher)
    assert failing(report) == list(attention.manifest.examples.wrong[path.stem].fails), report.seed
    assert report.score < 100
    named = [{diagnosis.bug, *(other.bug for other in diagnosis.also)} for diagnosis in report.diagnoses]
    assert [attention.manifest.examples.wrong[path.stem].bug in bugs for bugs in named] == [True], report.seed


@pytest.mark.soak
@pytest.mark.parametrize("path", ACCEPTED + WRONG, ids=lambda path: path.stem)
def test_the_verdict_does_not_hang_on_the_seed(path, attention, launcher):
    expected = [] if path in ACCEPTED else list(attention.manifest.examples.wrong[path.stem].fails)
    for seed in SEEDS:
        assert failing(graded(path, attention, launcher, seed)) == expected, seed


def test_the_starter_gets_no_point(attention, launcher):
    report = graded(ATTENTION / "starter.py", attention, launcher)
    assert report.score == 0
    assert {check.cause for check in report.checks} == {Cause.EXCEPTION}


def test_numpy_and_torch_versions_of_one_solution_get_the_same_report(attention, launcher):
    torch, numpy = (
        graded(ATTENTION / "examples" / "accepted" / name, attention, launcher, seed=5)
        for name in ("matmul.py", "numpy_throughout.py")
    )
    assert [(c.id, c.points) for c in torch.checks] == [(c.id, c.points) for c in numpy.checks]


@pytest.mark.parametrize("kind", ["torch", "numpy"])
def test_code_for_either_library_gets_full_marks_either_way(kind, attention, launcher):
    manifest = attention.manifest
    intake = manifest.submission.model_copy(update={"arguments": kind})
    lab = attention.model_copy(update={"manifest": manifest.model_copy(update={"submission": intake})})
    assert graded(ATTENTION / "examples" / "accepted" / "either_library.py", lab, launcher).score == 100


@pytest.mark.parametrize("seed", range(100))
def test_what_fused_match_expects_is_what_the_fused_kernel_gives(seed, attention):
    """The judge computes expected values in NumPy; on the very inputs of the check the fused kernel agrees."""
    for case in ITEMS["fused_match"].cases(attention.manifest.lab, np.random.default_rng(seed)):
        if case.function == "attention":
            q, k, v = case.arguments.values()
            assert np.allclose(attention_output(q, k, v), fused_attention(q, k, v), rtol=1e-12, atol=1e-12)


def attention_output(q, k, v):
    return attention(q, k, v).output
