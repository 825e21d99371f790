"""The grading function: right answers get full marks, and nothing a worker sends gets a point that is not earned."""

import itertools
from typing import get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from grader import wire
from grader.judge import reading
from grader.judge.grading import grade
from grader.render.formats import Format, render
from grader.report import Cause, Status
from grader.sandbox.life import End, LifeEndedError
from grader.submission.source import Source
from tests.checks.trying import LAB
from tests.judge.fake_life import FUNCTIONS, LOADED, FakeLauncher, died, right_answer
from tests.test_wire import blocks, messages, texts

SOURCE = Source("attention.py", "0" * 64, "attention.py", {"attention.py": b"import torch\n"})


def graded(respond, seed=1, assignment=LAB):
    return grade(SOURCE, assignment, FakeLauncher(respond), seed=seed)


def altered(change):
    """A right submission whose answers to calls are changed by `change(call, answer)`."""

    def respond(message):
        answer = right_answer(message)
        return answer if isinstance(message, wire.Load) else change(message, answer)

    return respond


def failing(report):
    return [check.id for check in report.checks if check.status is not Status.PASSED]


def test_right_answers_get_full_marks():
    report = graded(right_answer)
    assert (report.score, report.max_score, report.status) == (100, 100, "graded")


def test_the_same_seed_gives_the_same_report_but_for_its_timings():
    one, two = (graded(right_answer, seed=7).model_dump(exclude={"timings"}) for _ in range(2))
    assert one == two


def test_another_seed_asks_about_other_numbers():
    asked = []
    for seed in (1, 2):
        calls = []
        graded(altered(lambda call, answer, calls=calls: calls.append(call) or answer), seed)
        asked.append({block.data for call in calls for _, block in call.arguments})
    assert len(asked[0] & asked[1]) <= 8  # the worked example and its twins are the same for everyone


def test_a_seed_is_drawn_and_reported_where_none_is_given():
    seeds = {grade(SOURCE, LAB, FakeLauncher(died())).seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_weights_that_are_not_returned_are_seen_through_the_identity():
    def output_only(call, answer):
        if call.function != "attention":
            return answer
        return wire.Answer(wire.Packing.SINGLE, answer.values[:1], answer.echoed)

    report = graded(altered(output_only))
    assert failing(report) == ["shapes"]


def exchanged(call, answer):
    return wire.Answer(answer.packing, answer.values[::-1], answer.echoed)


def test_a_pair_in_the_other_order_costs_one_check():
    assert failing(graded(altered(exchanged))) == ["shapes"]


def rubric_with(**changes):
    """The lab with other terms for some of its checks, by their ids."""
    items = tuple(item.model_copy(update=changes.get(item.id, {})) for item in LAB.manifest.check)
    return LAB.model_copy(update={"manifest": LAB.manifest.model_copy(update={"check": items})})


def test_a_check_that_needs_another_one_is_skipped_and_says_which():
    lab = rubric_with(row_sums={"needs": ("shapes",)}, purity={"needs": ("row_sums",)})
    report = graded(altered(exchanged), assignment=lab)
    states = {check.id: check for check in report.checks}
    assert (states["row_sums"].status, states["row_sums"].points) == (Status.SKIPPED, 0)
    assert f"this needs “{states['shapes'].title}” to be passed first" in states["row_sums"].message
    assert states["purity"].status is Status.SKIPPED
    assert graded(right_answer, assignment=lab).score == 100
    for form in get_args(Format):
        assert render(report, form)


def test_a_partial_check_gives_its_share_of_the_points():
    def no_softmax(call, answer):
        return wire.Failed(wire.Fault.EXCEPTION, "E", "") if call.function == "softmax" else answer

    report = graded(altered(no_softmax), assignment=rubric_with(fused_match={"partial": True}))
    (match,) = [check for check in report.checks if check.id == "fused_match"]
    assert (match.status, match.points, match.cause) == (Status.PARTIAL, 10, Cause.EXCEPTION)


def test_extra_points_come_on_top_of_the_full_score():
    report = graded(right_answer, assignment=rubric_with(purity={"extra": True}))
    assert (report.score, report.max_score) == (100, 95)


@pytest.mark.parametrize("end", End)
def test_lives_that_end_at_every_call_give_a_report_with_no_points(end):
    report = graded(died(end))
    assert report.score == 0
    assert len(report.checks) == 9


def test_a_submission_that_cannot_be_imported_gets_a_full_report_with_that_cause():
    report = graded(lambda message: wire.Failed(wire.Fault.EXCEPTION, "ImportError", "no module", "attention.py", 3))
    assert {check.cause for check in report.checks} == {Cause.IMPORT}
    assert "line 3" in report.checks[0].message


def test_a_missing_function_costs_what_needs_it_and_the_nearest_name_is_told():
    loaded = wire.Loaded(("softmax", "attention_scores", "attention", ""), ("torch",), ("selfattention", "softmax"))
    report = graded(lambda m: loaded if isinstance(m, wire.Load) else right_answer(m))
    assert failing(report) == ["shapes", "projections", "purity"]
    assert "selfattention" in report.checks[0].message


def test_single_precision_for_double_arguments_is_noticed_and_costs_nothing():
    def single(call, answer):
        values = tuple(reading.block(reading.array(v).astype(np.float32)) for v in answer.values)
        return wire.Answer(answer.packing, values, answer.echoed)

    report = graded(altered(single))
    assert report.score == 100
    assert [notice.kind for notice in report.notices] == ["precision"] * 4


def test_answers_that_hang_on_what_was_asked_before_are_unstable():
    asked = []

    def worn_out(message):
        if isinstance(message, wire.Load):
            asked.clear()
            return LOADED
        asked.append(message.function)
        answer = right_answer(message)
        if message.function != "softmax" or len(asked) < 20:
            return answer
        worn = tuple(reading.block(reading.array(value) + 0.0001) for value in answer.values)
        return wire.Answer(answer.packing, worn, answer.echoed)

    report = graded(worn_out)
    purity = report.checks[-1]
    assert (purity.id, purity.cause) == ("purity", Cause.UNSTABLE)
    assert "in a program started anew" in purity.message


def test_hints_are_given_for_answers_and_not_for_the_lack_of_them():
    wrong = graded(altered(lambda call, a: wire.Answer(a.packing, a.values[:1], a.echoed)))
    assert next(check for check in wrong.checks if check.cause is Cause.SHAPE).hint
    assert not any(check.hint for check in wrong.checks if check.cause is None)
    raised = graded(lambda m: LOADED if isinstance(m, wire.Load) else wire.Failed(wire.Fault.EXCEPTION, "E", ""))
    assert not any(check.hint for check in raised.checks)


def test_hidden_checks_show_no_numbers():
    items = tuple(item.model_copy(update={"visibility": "hidden"}) for item in LAB.manifest.check)
    hidden = LAB.model_copy(update={"manifest": LAB.manifest.model_copy(update={"check": items})})
    report = graded(altered(lambda call, a: wire.Answer(a.packing, a.values[:1], a.echoed)), assignment=hidden)
    assert any(check.cause for check in report.checks)
    assert all((check.evidence, check.figure) == ((), None) for check in report.checks)
    assert all(not check.message or check.message.startswith("This check is hidden") for check in report.checks)


class TestKindOfArguments:
    """Tensors or arrays: the imports suggest, one call of each function decides."""

    @staticmethod
    def kinds(imports, works_with):
        asked = []

        def respond(message):
            if isinstance(message, wire.Load):
                return wire.Loaded(FUNCTIONS, imports, ())
            asked.append(message.arrays)
            ok = message.arrays in works_with
            return right_answer(message) if ok else wire.Failed(wire.Fault.EXCEPTION, "TypeError", "")

        report = graded(respond)
        return report.score, asked[-1]

    def test_torch_gets_tensors(self):
        assert self.kinds(("torch",), {False}) == (100, False)

    def test_numpy_gets_arrays(self):
        assert self.kinds(("numpy",), {True}) == (100, True)

    def test_numpy_code_beside_an_imported_torch_gets_arrays(self):
        assert self.kinds(("numpy", "torch"), {True}) == (100, True)

    def test_torch_code_that_imports_only_numpy_gets_tensors(self):
        assert self.kinds(("numpy",), {False}) == (100, False)

    def test_no_import_at_all_gets_what_it_can_take(self):
        assert self.kinds((), {True}) == (100, True)
        assert self.kinds((), {False}) == (100, False)

    def test_code_that_takes_either_gets_full_marks_either_way(self):
        assert self.kinds(("torch",), {True, False}) == (100, False)
        assert self.kinds(("numpy",), {True, False}) == (100, True)

    @pytest.mark.parametrize(("asked", "arrays"), [("torch", False), ("numpy", True)])
    def test_a_manifest_may_fix_the_kind(self, asked, arrays):
        manifest = LAB.manifest
        intake = manifest.submission.model_copy(update={"arguments": asked})
        fixed = LAB.model_copy(update={"manifest": manifest.model_copy(update={"submission": intake})})
        seen = set()
        graded(altered(lambda call, answer: seen.add(call.arrays) or answer), assignment=fixed)
        assert seen == {arrays}


def only_earned(report):
    assert report.status == "graded"
    assert report.score == sum(check.points for check in report.checks)
    for check in report.checks:
        assert check.points == (check.max_points if check.status is Status.PASSED else 0)
        assert (check.cause is None) == (check.status is Status.PASSED)
    report.model_dump_json()


#: No shrinking: an example is a whole run of some eighty calls.
whole_runs = settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)
ends = st.builds(LifeEndedError, st.sampled_from(End), st.integers(0, 64))
anything = st.one_of(messages, st.binary(max_size=200), ends, st.just(LOADED))


@settings(whole_runs, max_examples=60)
@given(st.lists(st.one_of(st.just(right_answer), anything), min_size=1, max_size=12))
def test_any_sequence_of_replies_gives_a_report_without_unearned_points(replies):
    turns = itertools.cycle(replies)

    def respond(message):
        reply = next(turns)
        return reply(message) if callable(reply) else reply

    only_earned(graded(respond))


values = st.lists(st.one_of(blocks(), st.builds(wire.Unusable, texts, texts)), max_size=3).map(tuple)
answers = st.builds(wire.Answer, st.sampled_from(wire.Packing), values, st.lists(blocks(), max_size=3).map(tuple))


@settings(whole_runs, max_examples=60)
@given(st.lists(answers, min_size=1, max_size=8))
def test_any_values_give_a_report_without_unearned_points(given_back):
    turns = itertools.cycle(given_back)
    report = graded(lambda message: LOADED if isinstance(message, wire.Load) else next(turns))
    only_earned(report)
    assert report.score == 0


SPECIAL = st.sampled_from([0.0, np.nan, np.inf, -np.inf, 1e308, -1.0])


@settings(whole_runs, max_examples=30)
@given(SPECIAL)
def test_constants_of_the_right_shape_earn_shapes_at_most(value):
    def constant(call, answer):
        filled = tuple(wire.Block(v.dtype, v.shape, np.full(v.shape, value, v.dtype).tobytes()) for v in answer.values)
        return wire.Answer(answer.packing, filled, answer.echoed)

    with np.errstate(all="ignore"):
        report = graded(altered(constant))
    only_earned(report)
    assert report.score <= 10
