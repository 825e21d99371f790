"""The items that ask what is hidden and what leaks, tried on functions of our own, masked and causal."""

from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from grader.assignment import load_assignment
from grader.checks.case import Answer
from grader.checks.no_leak import NoLeak
from grader.judge.expect import Oracle
from grader.report import Cause, Status
from reference.attention import softmax
from reference.masked import causal_attention, masked_attention

ROOT = Path(__file__).resolve().parents[2] / "assignments"


class Tried:
    """The items of a lab of one function, put to functions of arrays."""

    def __init__(self, name):
        self.lab = load_assignment(ROOT / name).manifest
        self.items = {item.id: item for item in self.lab.check}
        self.oracle = Oracle(self.lab.lab)

    def find(self, check, function, seed=0):
        item, answers = self.items[check], {}
        for case in item.cases(self.lab.lab, np.random.default_rng(seed)):
            given = {name: value.copy() for name, value in case.arguments.items()}
            with np.errstate(all="ignore"):
                output, weights = function(**given)
            got = {"output": np.asarray(output, float), "weights": np.asarray(weights, float)}
            answers[case.id] = Answer(case, self.oracle.expect(case), got, after=given if case.echo else {})
        with np.errstate(all="ignore"):
            return item.find(answers)


CAUSAL, CROSS = Tried("causal-attention"), Tried("cross-attention")


def scores_of(Q, K):
    return Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])


def causal(change):
    """Causal attention whose scores are changed by `change(scores, earlier)`."""

    def attention(Q, K, V):
        weights = softmax(change(scores_of(Q, K), np.tri(len(Q)) > 0))
        return weights @ V, weights

    return attention


def cross(change):
    """Masked attention whose scores are changed by `change(scores, seen)`."""

    def attention(Q, K, V, mask=None):
        scores = scores_of(Q, K)
        weights = softmax(scores if mask is None else change(scores, mask))
        return weights @ V, weights

    return attention


LEAKING = [
    (CAUSAL, causal(lambda s, e: s)),
    (CAUSAL, causal(lambda s, e: np.where(e, s, -5))),
    (CAUSAL, causal(lambda s, e: s * e)),
    (CAUSAL, causal(lambda s, e: np.where(np.tri(len(s), k=1) > 0, s, -np.inf))),
    (CROSS, cross(lambda s, m: s)),
    (CROSS, cross(lambda s, m: np.where(m[:, None], s, -5))),
    (CROSS, cross(lambda s, m: np.where(m[:, None], -1e9, s))),
    (CROSS, cross(lambda s, m: np.where(m[:1, None], s, -np.inf))),
]


@pytest.mark.parametrize("number", range(len(LEAKING)))
@pytest.mark.parametrize("check", ["hidden", "no_leak"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_not_hidden_leaks(number, check, seed):
    tried, function = LEAKING[number]
    finding = tried.find(check, function, seed)
    assert (finding.status, finding.cause) == (Status.FAILED, Cause.WRONG)
    assert finding.message


@pytest.mark.parametrize("check", CAUSAL.items)
@pytest.mark.parametrize("seed", range(3))
def test_right_functions_pass(check, seed):
    assert CAUSAL.find(check, causal_attention, seed).status is Status.PASSED
    assert CAUSAL.find(check, causal(lambda s, e: np.where(e, s, -1e9)), seed).status is Status.PASSED


@pytest.mark.parametrize("check", CROSS.items)
@pytest.mark.parametrize("seed", range(3))
def test_right_functions_pass_with_a_mask_and_without(check, seed):
    assert CROSS.find(check, masked_attention, seed).status is Status.PASSED
    assert CROSS.find(check, cross(lambda s, m: s - 1e9 * ~m[:, None]), seed).status is Status.PASSED


def test_a_key_that_may_be_seen_and_is_not_is_told():
    own_hidden = causal(lambda s, e: np.where(np.tri(len(s), k=-1) > 0, s, -1e9))
    finding = CAUSAL.find("hidden", own_hidden)
    assert finding.status is Status.FAILED
    assert "query 0: key 1 is hidden, but has weight" in finding.message
    assert (
        "query 1: key 1 may be seen, but has weight 0"
        in CAUSAL.find(
            "hidden",
            causal(
                lambda s, e: np.where(
                    (np.tri(len(s), k=-1) > 0) | (np.eye(len(s)) * (np.arange(len(s)) != 1) > 0), s, -np.inf
                )
            ),
        ).message
    )


def test_hiding_after_the_softmax_leaks_though_the_weights_are_0():
    def after(Q, K, V):
        weights = np.tril(softmax(scores_of(Q, K)))
        return weights @ V, weights

    assert CAUSAL.find("hidden", after).status is Status.PASSED
    assert "which it must not see" in CAUSAL.find("no_leak", after).message


def test_a_softmax_over_the_samples_mixes_them():
    def mixed(Q, K, V, mask=None):
        weights = np.exp(scores_of(Q, K))
        weights = weights / weights.sum(axis=0)
        return weights @ V, weights

    assert CROSS.find("samples", mixed).status is Status.FAILED
    assert CROSS.find("samples", masked_attention).status is Status.PASSED


def test_a_fill_that_lies_above_low_scores_is_told_at_large_ones():
    assert CAUSAL.find("hidden", causal(lambda s, e: np.where(e, s, -1e4))).status is Status.PASSED
    finding = CAUSAL.find("overflow", causal(lambda s, e: np.where(e, s, -1e4)))
    assert "is right at ordinary size but not here" in finding.message


def test_an_answer_that_hangs_on_nothing_earns_nothing():
    def still(Q, K, V):
        n = len(Q)
        weights = np.tril(np.ones((n, n))) / np.arange(1, n + 1)[:, None]
        return np.ones((n, V.shape[1])), weights

    for check in ("hidden", "no_leak", "overflow"):
        assert "gives the same answer whatever" in CAUSAL.find(check, still).message


def test_one_question_of_leaks_is_about_one_function():
    given = {
        "id": "i",
        "title": "t",
        "points": 1,
        "kind": "no_leak",
        "moved": ["V"],
        "where": "after",
        "tolerance": 0.1,
    }
    NoLeak.model_validate({**given, "of": ["attention.weights", "attention.output"]})
    with pytest.raises(ValidationError, match="of one function"):
        NoLeak.model_validate({**given, "of": ["attention.weights", "softmax.weights"]})
