"""What the lab promises beside what `grade verify` proves of it (see test_proven): examples enough, either library."""

import tomllib

import numpy as np
import pytest

from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_submission
from reference.attention import attention
from reference.fused import fused_attention
from tests.checks.trying import ITEMS
from tests.conftest import ATTENTION

ACCEPTED = sorted((ATTENTION / "examples" / "accepted").glob("*.py"))
WRONG = sorted((ATTENTION / "examples" / "wrong").glob("*.py"))
MANIFEST = tomllib.loads((ATTENTION / "assignment.toml").read_text())


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def graded(path, lab, launcher, seed=None):
    return grade(read_submission(path, entry="attention.py", notebook="defs"), lab, launcher, seed=seed)


def test_there_are_as_many_examples_as_were_promised():
    assert len(ACCEPTED) >= 16
    assert len(WRONG) >= 40
    assert {path.stem for path in WRONG} == set(MANIFEST["examples"]["wrong"])


def test_every_check_is_failed_by_some_example_and_none_by_every():
    declared = [set(example["fails"]) for example in MANIFEST["examples"]["wrong"].values()]
    assert set.union(*declared) == set(ITEMS)
    assert not set.intersection(*declared)


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
