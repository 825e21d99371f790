"""What each lab promises beside what `grade verify` proves of it: examples enough, a handout that tells the rubric."""

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.judge.expect import Oracle
from reference import fused
from tests.conftest import ROOT

FOLDERS = sorted(path.parent for path in ROOT.glob("assignments/*/assignment.toml"))
LABS = {folder.name: load_assignment(folder) for folder in FOLDERS}
#: Labs whose functions can go wrong in fewer ways.
SMALL = ("layer-norm", "knowledge-check")
FUSED = {
    "attention": fused.fused_attention,
    "causal_attention": fused.fused_causal_attention,
    "cross_attention": fused.fused_masked_attention,
}


def examples(name, kind):
    """Return the example files of a lab, accepted or wrong."""
    return [path for path in (LABS[name].folder / "examples" / kind).iterdir() if path.suffix in (".py", ".ipynb")]


@pytest.mark.parametrize("name", [name for name in LABS if name not in SMALL])
def test_there_are_as_many_examples_as_were_promised(name):
    assert len(examples(name, "accepted")) >= 10
    assert len(examples(name, "wrong")) >= 20
    assert {path.stem for path in examples(name, "wrong")} == set(LABS[name].manifest.examples.wrong)


@pytest.mark.parametrize("name", LABS)
def test_no_check_is_failed_by_every_example(name):
    assert not set.intersection(*(set(example.fails) for example in LABS[name].manifest.examples.wrong.values()))


@pytest.mark.parametrize("name", [name for name in LABS if "attention" in name])
def test_the_handout_tells_each_check_and_its_points(name):
    handout = (LABS[name].folder / "README.md").read_text()
    for item in LABS[name].manifest.check:
        assert f"| {item.points:g} | `{item.id}` |" in handout


@pytest.mark.parametrize("name", ["attention-output", "attention-batched", "causal-attention", "cross-attention"])
@pytest.mark.parametrize("seed", range(20))
def test_what_is_expected_is_what_the_fused_kernel_gives(name, seed):
    """The judge computes expected values in NumPy; on the very inputs of the check the fused kernel agrees."""
    lab = LABS[name].manifest
    oracle = Oracle(lab.lab)
    (item,) = [item for item in lab.check if item.id == "fused_match"]
    for case in item.cases(lab.lab, np.random.default_rng(seed)):
        output = FUSED[case.function](*case.arguments.values())
        assert np.allclose(oracle.expect(case)["output"].value, output, rtol=1e-12, atol=1e-12)
