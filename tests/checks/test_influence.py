"""What a part of an argument moves: its own part of the answer, and no other."""

import numpy as np

from grader.assignment import load_assignment
from grader.report import Cause, Status
from reference.layer_norm import layer_norm, standardize
from tests.checks.trying import find_item
from tests.conftest import ROOT

MANIFEST = load_assignment(ROOT / "assignments" / "layer-norm").manifest
TOKENS, FEATURES = (next(item for item in MANIFEST.check if item.id == name) for name in ("tokens", "features"))
RIGHT = {"standardize": standardize, "layer_norm": layer_norm}


def find(item, **functions):
    return find_item(item, MANIFEST.lab, **{**RIGHT, **functions})


def test_a_right_answer_passes():
    assert find(TOKENS).status is find(FEATURES).status is Status.PASSED


def test_a_part_that_strays_is_shown_with_what_was_changed():
    finding = find(TOKENS, standardize=lambda X: standardize(X.T).T)
    assert finding.cause is Cause.WRONG
    assert finding.message.startswith("standardize: only X[0, :] changed, and output[")
    assert finding.message.endswith("It should not hang on that.")


def test_a_part_that_moves_nothing_is_shown():
    finding = find(FEATURES, layer_norm=lambda X, gamma, beta: standardize(X) + beta)
    assert finding.message.startswith("layer_norm: only gamma[0] changed, and output[")
    assert finding.message.endswith("It should have moved.")


def test_nan_is_not_taken_for_standing_still():
    assert find(TOKENS, standardize=lambda X: X * np.nan).cause is Cause.NON_FINITE
