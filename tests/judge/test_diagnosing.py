"""What a report says of bugs, from a submission made of functions to the words."""

import numpy as np
import pytest

from grader import wire
from grader.judge import reading
from grader.judge.grading import grade
from grader.report import Status
from grader.submission.source import Source
from reference import attention as right
from tests.judge.fake_life import LOADED, FakeLauncher

SOURCE = Source("a.py", "0" * 64, "attention.py", {"attention.py": b""})
SEED = 4


def unscaled_softmax_over_queries(scores):
    e = np.exp(scores - scores.max(axis=0))
    return e / e.sum(axis=0)


def graded(assignment, **functions):
    def respond(message):
        if isinstance(message, wire.Load):
            return LOADED
        arguments = [reading.array(block).copy() for _, block in message.arguments]
        function = functions.get(message.function, getattr(right, message.function))
        with np.errstate(all="ignore"):
            result = function(*arguments)
        values = tuple(result) if isinstance(result, tuple) else (result,)
        packing = wire.Packing.TUPLE if len(values) > 1 else wire.Packing.SINGLE
        blocks = tuple(reading.block(np.asarray(value, dtype=arguments[0].dtype)) for value in values)
        return wire.Answer(packing, blocks, tuple(map(reading.block, arguments)) if message.echo else ())

    return grade(SOURCE, assignment, FakeLauncher(respond), seed=SEED)


def with_softmax(softmax):
    def attention(Q, K, V):
        weights = softmax(right.attention_scores(Q, K))
        return weights @ V, weights

    return {
        "softmax": softmax,
        "attention": attention,
        "self_attention": lambda X, W_q, W_k, W_v: attention(X @ W_q, X @ W_k, X @ W_v),
    }


WRONG_AXIS = with_softmax(unscaled_softmax_over_queries)


def hiding(assignment, *ids):
    items = tuple(
        item.model_copy(update={"visibility": "hidden"}) if item.id in ids else item
        for item in assignment.manifest.check
    )
    return assignment.model_copy(update={"manifest": assignment.manifest.model_copy(update={"check": items})})


def saying(assignment, tmp_path, text, **feedback):
    (tmp_path / "words.toml").write_text(text)
    feedback = assignment.manifest.feedback.model_copy(update={"words": "words.toml", **feedback})
    manifest = assignment.manifest.model_copy(update={"feedback": feedback})
    return assignment.model_copy(update={"manifest": manifest, "folder": tmp_path})


def test_a_right_submission_has_no_diagnosis(attention):
    report = graded(attention)
    assert (report.score, report.diagnoses) == (100, ())


def test_one_bug_is_told_once_and_every_failed_check_points_to_it(attention):
    report = graded(attention, **WRONG_AXIS)
    assert [(d.bug, d.function, d.lesson) for d in report.diagnoses] == [("softmax-axis", "softmax", "LM3-T3")]
    failed = [check for check in report.checks if check.status is not Status.PASSED]
    assert failed
    assert all(check.bugs == ("softmax-axis",) for check in failed)


def test_the_smallest_example_holds_what_the_submission_itself_answers(attention):
    (diagnosis,) = graded(attention, **WRONG_AXIS).diagnoses
    example = diagnosis.example
    scores = np.array(example.inputs["scores"], dtype=float)
    np.testing.assert_allclose(np.array(example.got, float), unscaled_softmax_over_queries(scores), atol=5e-4)
    np.testing.assert_allclose(np.array(example.want, float), right.softmax(scores), atol=5e-4)


def test_a_bug_that_only_hidden_checks_show_is_not_told(attention):
    seen = [check.id for check in graded(attention, **WRONG_AXIS).checks if check.status is not Status.PASSED]
    report = graded(hiding(attention, *seen), **WRONG_AXIS)
    assert report.diagnoses == ()
    assert all(check.bugs == () for check in report.checks)


def test_a_hidden_check_does_not_point_and_a_visible_one_beside_it_does(attention):
    report = graded(hiding(attention, "row_sums"), **WRONG_AXIS)
    assert [diagnosis.bug for diagnosis in report.diagnoses] == ["softmax-axis"]
    assert {check.id: check.bugs for check in report.checks}["row_sums"] == ()


def test_the_costlier_bug_comes_first(attention):
    def self_attention(X, W_q, W_k, W_v):
        return WRONG_AXIS["attention"](X @ W_q, X @ W_q, X @ W_v)

    report = graded(attention, **{**WRONG_AXIS, "self_attention": self_attention})
    assert [diagnosis.bug for diagnosis in report.diagnoses] == ["softmax-axis", "projections-shared"]


def test_an_unknown_formula_is_observed_and_not_named(attention):
    report = graded(attention, **with_softmax(lambda scores: right.softmax(np.tanh(scores) * 3)))
    (diagnosis,) = report.diagnoses
    assert diagnosis.bug is None
    assert "attention_scores is right" in diagnosis.explanation
    assert "rows of the weights add up to 1" in diagnosis.explanation


@pytest.mark.parametrize("left", [0, 1])
def test_what_only_hidden_checks_show_is_not_observed_either(attention, left):
    unknown = with_softmax(lambda scores: right.softmax(np.tanh(scores) * 3))
    failed = [check.id for check in graded(attention, **unknown).checks if check.status is not Status.PASSED]
    report = graded(hiding(attention, *failed[left:]), **unknown)
    assert [found.bug for found in report.diagnoses] == [None] * left


def test_an_argument_that_nobody_reads_is_observed(attention):
    report = graded(attention, attention_scores=lambda Q, K: np.tanh(Q @ Q.T)[:, : len(K)])
    assert "Changing K changes nothing" in report.diagnoses[0].explanation


def test_an_argument_changed_in_place_is_shown_before_and_after(attention):
    def attention_scores(Q, K):
        Q /= np.sqrt(K.shape[-1]).astype(Q.dtype)
        return Q @ K.T

    (diagnosis,) = graded(attention, attention_scores=attention_scores).diagnoses
    assert diagnosis.bug == "mutates-inputs"
    assert diagnosis.example.value == "Q after the call"
    assert diagnosis.example.got != diagnosis.example.want


@pytest.mark.parametrize("shape", [(3000, 3000), (0, 0), (2, 2, 2)])
def test_an_answer_of_any_shape_makes_no_large_report(attention, shape):
    report = graded(attention, softmax=lambda scores: np.zeros(shape) + scores.sum())
    assert len(report.model_dump_json()) < 100_000


def test_an_assignment_says_it_in_its_own_words(attention, tmp_path):
    own = '[bug.softmax-axis]\ntitle = "Falsche Achse"\nexplanation = "{function}: Spalten."\nhint = "Welche?"\n'
    (diagnosis,) = graded(saying(attention, tmp_path, own, language="de"), **WRONG_AXIS).diagnoses
    assert (diagnosis.title, diagnosis.explanation, diagnosis.hint) == ("Falsche Achse", "softmax: Spalten.", "Welche?")
