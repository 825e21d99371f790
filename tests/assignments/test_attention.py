"""What the lab on attention, and those made of the same parts, promise beside what all labs do."""

import numpy as np
import pytest

from grader.judge.expect import Oracle
from grader.sandbox.forkserver import ForkLauncher
from reference import fused
from tests.assignments.labs import LABS, graded
from tests.conftest import ATTENTION

FUSED = {
    "attention": fused.fused_attention,
    "causal_attention": fused.fused_causal_attention,
    "cross_attention": fused.fused_masked_attention,
}


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


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


@pytest.mark.parametrize(
    "name", ["attention", "attention-output", "attention-batched", "causal-attention", "cross-attention"]
)
@pytest.mark.parametrize("seed", range(20))
def test_what_is_expected_is_what_the_fused_kernel_gives(name, seed):
    """The judge computes expected values in NumPy; on the very inputs of the check the fused kernel agrees."""
    lab = LABS[name].manifest
    oracle = Oracle(lab.lab)
    (item,) = [item for item in lab.check if item.id == "fused_match"]
    for case in item.cases(lab.lab, np.random.default_rng(seed)):
        if case.function in FUSED:
            output = FUSED[case.function](*case.arguments.values())
            assert np.allclose(oracle.expect(case)["output"].value, output, rtol=1e-12, atol=1e-12)
