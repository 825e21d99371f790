"""Bugs are named from answers alone: each known one, pairs of them, and none for what is right or random."""

import itertools

import numpy as np
import pytest

from grader.diagnosis.variant import apart
from reference import attention as right
from tests.diagnosis.made import SHOWN, named, observed, wrong

BUGS = sorted({variant.bug for variant in SHOWN})
SAMPLED = np.random.default_rng(20)
PAIRS = [pair for pair in itertools.combinations(SHOWN, 2) if not {*pair[0].bugs} & {*pair[1].bugs} and apart(pair)]
#: No number separates these: one of the steps hides the other, or the sizes at which both run are equal.
HIDDEN = [
    {"projections-ignored", "scale-d-model"}, {"projections-exchanged", "scale-d-model"},
    {"projections-shared", "scale-d-model"}, {"projections-transposed", "scale-d-model"},
    {"mix-not-values", "projections-shared"}, {"mix-not-values", "projections-exchanged"},
    {"mix-not-values", "value-from-key"},
]  # fmt: skip


@pytest.mark.parametrize("variant", SHOWN, ids=lambda v: f"{v.bug}-{v.sentence[:50]}")
def test_a_bug_alone_is_named_alone(variant):
    found = named((variant,))
    assert len(found) == len(variant.bugs)
    assert all(ids & set(variant.bugs) for ids in found)


@pytest.mark.parametrize("pair", [PAIRS[at] for at in SAMPLED.choice(len(PAIRS), 60, replace=False)],
                         ids=lambda pair: "+".join(v.bug for v in pair))  # fmt: skip
def test_two_bugs_in_different_steps_are_both_named(pair):
    bugs = {bug for variant in pair for bug in variant.bugs}
    found = named(pair, seed=3)
    assert all(ids & bugs for ids in found), "a bug that is not there"
    if bugs not in HIDDEN and not _one_makes_the_other_idle(pair):
        assert len(found) == len(bugs)


def _one_makes_the_other_idle(pair):
    """Whether a bug beside the other shows nowhere: the best match is the best at any scale, NaN comes of any input."""
    bugs, steps = {v.bug for v in pair}, {step for v in pair for step in v.does}
    scale_free = bugs & {"hard-max", "softmax-divided-by-max"} and "scale" in steps
    return scale_free or ("scale-power" in bugs and "projections" in steps)


@pytest.mark.parametrize("seed", range(5))
def test_right_answers_have_no_bug(seed):
    assert named(seed=seed) == []


def test_a_random_submission_has_no_name_and_is_said_to_vary():
    rng = np.random.default_rng(0)

    def attention(Q, K, V):
        return rng.random((len(Q), V.shape[1])), rng.random((len(Q), len(K)))

    random = {
        "softmax": lambda scores: rng.random(scores.shape),
        "attention_scores": lambda Q, K: rng.random((len(Q), len(K))),
        "attention": attention,
        "self_attention": lambda X, W_q, W_k, W_v: attention(X, X, X @ W_v),
    }
    assert named(**random) == []
    assert observed(**random)["attention"] == ("varies",)


def test_constant_answers_have_no_name():
    assert named(attention=lambda Q, K, V: (np.ones((len(Q), V.shape[1])), np.ones((len(Q), len(K))))) == []


def test_an_argument_handed_back_has_no_name_where_nothing_else_was_done():
    first = {name: lambda *arguments: arguments[0] for name in ("softmax", "attention_scores")}
    nothing = {name: lambda X, *_: (X, X) for name in ("attention", "self_attention")}
    assert named(**first, **nothing) == []


def test_a_missing_softmax_is_named_where_the_rest_is_done():
    assert named((wrong("softmax-missing"),)) == [{"softmax-missing"}]


def test_an_unknown_formula_has_no_name_but_its_properties():
    def attention(Q, K, V):
        weights = right.softmax(np.tanh(right.attention_scores(Q, K)) * 3)
        return weights @ V, weights

    assert named(attention=attention) == []
    assert set(observed(attention=attention)["attention"]) == {"rows-sum-to-1", "output-follows-weights"}


def test_right_weights_with_an_unknown_mix_are_told_apart():
    def attention(Q, K, V):
        weights = right.softmax(right.attention_scores(Q, K))
        return np.tanh(weights @ V), weights

    assert "weights-right" in observed(attention=attention)["attention"]


def test_a_bug_in_one_function_is_not_told_again_of_the_functions_that_call_it():
    assert named((wrong("scale-missing"),), seed=9) == [{"scale-missing"}]
