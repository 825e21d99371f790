import numpy as np
import pytest

from grader.diagnosis.atlas import Atlas, close
from grader.diagnosis.variant import run
from tests.diagnosis.made import FUNCTIONS, MANIFEST, wrong

STEPS = ("scores", "scale", "mask", "normalisation", "weighing")
RNG = np.random.default_rng(0)
GIVEN = FUNCTIONS["attention"].draw(MANIFEST.lab.rectangular(RNG), RNG, "float64")
ATLAS = Atlas(STEPS, GIVEN, "weights")


def found(weights):
    return [sorted(variant.bug for variant in explanation) for explanation in ATLAS.matching(weights)]


@pytest.mark.parametrize("bugs", [(), ("softmax-axis",), ("scale-dk", "softmax-sigmoid"),
                                  ("scores-qq", "scale-missing", "softmax-log")])  # fmt: skip
def test_what_bugs_make_is_found_and_those_with_the_fewest_bugs_come_first(bugs):
    explanation = tuple(map(wrong, bugs))
    given = GIVEN if "scores-qq" not in bugs else {**GIVEN, "K": GIVEN["Q"]}
    atlas = Atlas(STEPS, given, "weights") if given is not GIVEN else ATLAS
    matching = atlas.matching(run(explanation, STEPS, given)["weights"])
    assert len(matching[0]) <= len(bugs)
    assert sorted(bugs) in [sorted(v.bug for v in e) for e in matching]


def test_single_precision_is_close_enough():
    made = run((wrong("scale-missing"),), STEPS, {name: value.astype(np.float32) for name, value in GIVEN.items()})
    assert ["scale-missing"] in found(made["weights"].astype(np.float64))


def test_random_weights_match_nothing():
    weights = RNG.random((len(GIVEN["Q"]), len(GIVEN["K"])))
    assert found(weights / weights.sum(axis=1, keepdims=True)) == []


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (2, 3), (40, 40)])
def test_weights_of_another_shape_match_nothing(shape):
    assert found(np.ones(shape)) == []


def test_nan_is_like_nan_only():
    ones = np.ones((2, 2))
    holed = np.array([[1.0, np.nan], [1.0, 1.0]])
    assert close(holed, holed.copy())
    assert not close(holed, ones)
    assert not close(ones, holed)


def test_infinity_is_like_the_same_infinity_only():
    assert close(np.array([[np.inf, 1.0]]), np.array([[np.inf, 1.0]]))
    assert not close(np.array([[np.inf, 1.0]]), np.array([[-np.inf, 1.0]]))
