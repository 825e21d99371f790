"""Mistakes in hiding keys, and mistakes over samples, are named from the answers to the rubrics of their labs."""

from collections import defaultdict

import numpy as np
import pytest

from grader.checks.case import Answer, Failure
from grader.diagnosis import variants  # noqa: F401  # importing them registers them
from grader.diagnosis.explaining import Atlases
from grader.diagnosis.naming import name_bugs
from grader.diagnosis.probe import given_to
from grader.diagnosis.variant import WRONG, ImpossibleError, run
from grader.judge.expect import Oracle
from grader.report import Cause
from tests.assignments.test_labs import LABS

ATLASES = Atlases()
HIDING = [v for v in WRONG if {"causal", "padding"} & set(v.does)]
OVER_SAMPLES = ("softmax-batch-axis", "softmax-axis-fixed", "softmax-axis-implicit", "scale-axis-fixed", "scale-batch")


def answers(name, *explanation):
    """What a submission with these bugs answers to the rubric of a lab of one function."""
    lab = LABS[name].manifest
    (function,) = lab.function
    oracle, found = Oracle(lab.lab), defaultdict(list)
    for number, item in enumerate(lab.check):
        for case in item.cases(lab.lab, np.random.default_rng(number)):
            want = oracle.expect(case)
            try:
                with np.errstate(all="ignore"):
                    made = run(explanation, function.steps, given_to(function, Answer(case, want)))
                got = {name: np.asarray(made[name], case.dtype).astype(np.float64) for name in function.asked}
                found[function.name].append(Answer(case, want, got))
            except ImpossibleError:
                failure = Failure(Cause.EXCEPTION, "", raised="RuntimeError: shapes")
                found[function.name].append(Answer(case, want, failure=failure))
    return found


def named(name, *explanation):
    """The ids of the bugs that are named, each with those that no number tells apart from it."""
    findings = name_bugs(LABS[name].manifest.lab, answers(name, *explanation), ATLASES)
    return [{bug.bug, *bug.also} for bug in findings.named]


@pytest.mark.parametrize("number", range(len(HIDING)))
def test_each_mistake_in_hiding_is_named(number):
    variant = HIDING[number]
    name = "causal-attention" if "causal" in variant.does else "cross-attention"
    assert [variant.bug in bugs for bugs in named(name, variant)] == [True]


@pytest.mark.parametrize("bug", OVER_SAMPLES)
def test_each_mistake_over_samples_is_named(bug):
    for variant in (v for v in WRONG if v.bug == bug):
        assert [bug in bugs for bugs in named("attention-batched", variant)] == [True], variant.sentence


@pytest.mark.parametrize("name", ["causal-attention", "cross-attention", "attention-batched"])
def test_right_answers_name_nothing(name):
    assert named(name) == []


def test_a_mask_that_is_ignored_and_a_scale_that_is_missing_are_both_named():
    ignored = next(v for v in HIDING if v.bug == "mask-ignored" and "padding" in v.does and len(v.does) == 1)
    unscaled = next(v for v in WRONG if v.bug == "scale-missing")
    assert {bug for bugs in named("cross-attention", ignored, unscaled) for bug in bugs} >= {
        "mask-ignored",
        "scale-missing",
    }
