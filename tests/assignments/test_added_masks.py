"""Masks that are added to the scores, 0 and minus infinity or a large number: the same labs by another convention."""

import re
import shutil

import pytest

from grader.assignment import load_assignment
from grader.judge.grading import grade
from grader.sandbox.forkserver import ForkLauncher
from grader.submission.reading import read_text
from tests.conftest import ROOT

LOWS = ("-inf", "-1e9")
CROSS = """
import torch
def cross_attention(Q, K, V, mask=None):
    scores = Q @ K.mT / K.shape[-1] ** 0.5
    if mask is not None:
        mask = mask[:, None, :]
        scores = {masked}
    weights = torch.softmax(scores, -1)
    return weights @ V, weights
"""
CAUSAL = """
import torch
def causal_attention(Q, K, V, mask):
    scores = Q @ K.mT / K.shape[-1] ** 0.5
    weights = torch.softmax({masked}, -1)
    return weights @ V, weights
"""


@pytest.fixture(scope="module")
def launcher():
    with ForkLauncher() as launcher:
        yield launcher


def changed(tmp_path, name, *changes):
    """Load a lab with each of its texts (a pattern) replaced once."""
    shutil.copytree(ROOT / "assignments" / name, tmp_path / name, ignore=shutil.ignore_patterns("examples"))
    path = tmp_path / name / "assignment.toml"
    text = path.read_text()
    for pattern, new in changes:
        text, count = re.subn(pattern, new, text, count=1)
        assert count, pattern
    path.write_text(text)
    return load_assignment(path.parent)


@pytest.fixture(params=LOWS)
def cross(tmp_path, request):
    low = request.param
    rows = f"mask = [[0, 0, {low}], [0, {low}, 0], [{low}, 0, {low}]]"
    return changed(
        tmp_path, "cross-attention", ('means = "may_attend"', f'means = "added", low = {low}'), ("mask = .*", rows)
    )


@pytest.fixture(params=LOWS)
def causal(tmp_path, request):
    low = request.param
    return changed(
        tmp_path, "causal-attention",
        (":causal_attention", ":pairwise_masked_attention"),
        (":causal_attention_rounding", ":pairwise_masked_attention_rounding"),
        (r'\{ name = "V",.*', rf'\g<0>\n{{ name = "mask", kind = "mask", shape = ["n", "n"], means = "added", '
                              rf'low = {low}, pattern = "causal" }},'),
        ("steps = .*", ""),
        (r"(V = \[\[1, 0\].*\]\]) \}", rf"\1, mask = [[0, {low}, {low}], [0, 0, {low}], [0, 0, 0]] }}"),
    )  # fmt: skip


def graded(lab, launcher, text):
    return grade(read_text(text, entry=lab.manifest.submission.entry), lab, launcher, seed=3)


@pytest.mark.parametrize(
    "masked", ["scores + mask", "scores.masked_fill(mask < -1, -torch.inf)", "torch.where(mask == 0, scores, -1e30)"]
)
def test_who_adds_the_mask_or_reads_it_right_gets_full_marks(cross, launcher, masked):
    assert graded(cross, launcher, CROSS.format(masked=masked)).score == cross.max_score


@pytest.mark.parametrize(
    ("masked", "bug"),
    [
        ("scores", "mask-ignored"),
        ("scores.masked_fill(mask == 0, -torch.inf)", "mask-inverted"),
        ("scores.masked_fill(mask < 0, -1e-9)", "mask-tiny-fill"),
    ],
)
def test_who_takes_the_mask_for_another_convention_does_not_and_the_bug_is_named(cross, launcher, masked, bug):
    report = graded(cross, launcher, CROSS.format(masked=masked))
    assert {check.id for check in report.checks if check.points == 0} >= {"hidden", "no_leak", "fused_match"}
    assert [diagnosis.bug for diagnosis in report.diagnoses] == [bug]


@pytest.mark.parametrize(("masked", "full"), [("scores + mask", True), ("scores - mask", False), ("scores", False)])
def test_a_causal_mask_may_be_given_to_be_added(causal, launcher, masked, full):
    report = graded(causal, launcher, CAUSAL.format(masked=masked))
    assert (report.score == causal.max_score) is full
