import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from grader.render.text import render_text
from grader.report import Cause, Notice, OutputText, Status, SubmissionInfo
from tests.render.reports import acting, any_text, check, evidence, passed, report, ungraded, written_by_student

CODES = re.compile(r"\x1b\[[0-9;]*m")
MISSING = {"cause": Cause.MISSING, "message": "There is no function called softmax."}


def words(text: str) -> str:
    return " ".join(text.split())


@given(any_text, st.sampled_from([20, 40, 80]), st.booleans())
def test_no_line_is_wider_than_the_window(text, width, color):
    shown = CODES.sub("", render_text(written_by_student(text), width=width, color=color))
    assert max(map(cell_len, shown.split("\n"))) <= width


@given(any_text)
def test_control_characters_never_reach_the_terminal(text):
    assert not acting(render_text(written_by_student(text)))


@given(any_text)
def test_a_coloured_report_has_no_codes_but_colours(text):
    assert not acting(CODES.sub("", render_text(written_by_student(text), color=True)))


@pytest.mark.parametrize("variable", ["FORCE_COLOR", "TTY_COMPATIBLE", "CLICOLOR_FORCE"])
def test_no_variable_forces_colour_into_a_plain_report(monkeypatch, variable):
    monkeypatch.setenv(variable, "1")
    assert "\x1b" not in render_text(report())


def test_colour_adds_codes_and_changes_no_word():
    coloured = render_text(report(), color=True)
    assert CODES.search(coloured)
    assert words(CODES.sub("", coloured)) == words(render_text(report()))


@given(st.text(alphabet="jq ", max_size=200), st.sampled_from([20, 40, 80]))
def test_a_narrow_window_cuts_nothing_off(text, width):
    shown = render_text(report(check(title=text, message=text, hint=text)), width=width)
    assert shown.count("j") == 3 * text.count("j")


def test_a_name_longer_than_the_window_is_shown_whole():
    name = SubmissionInfo(name="j" * 50, sha256="", functions={})
    assert render_text(report(submission=name), width=20).count("j") == 50


def test_square_brackets_are_no_markup():
    assert "[red]0.5[/red]" in render_text(report(check(message="yours is [red]0.5[/red]")))


def test_the_first_line_has_the_name_and_the_score():
    assert words(render_text(report()).split("\n")[0]) == "attention.py 5 / 15"


@pytest.mark.parametrize(("score", "filled"), [(0, 0), (7.5, 20), (15, 40)])
def test_the_bar_is_as_full_as_the_score(score, filled):
    assert render_text(report(score=score), width=40).split("\n")[1] == "━" * filled + "─" * (40 - filled)


def test_an_assignment_without_points_has_an_empty_bar():
    assert "━" not in render_text(report(passed(points=0, max_points=0)))


def test_without_a_score_the_reason_stands_instead_of_a_bar():
    shown = render_text(ungraded("The file is empty."))
    assert "not graded\nThe file is empty.\n" in shown
    assert "─" not in shown


@pytest.mark.parametrize(
    ("status", "mark"), [(Status.PASSED, "✓"), (Status.PARTIAL, "◐"), (Status.FAILED, "✗"), (Status.SKIPPED, "·")]
)
def test_each_check_has_its_mark_and_its_points(status, mark):
    assert f"{mark} Weights sum to 1 0/10" in words(render_text(report(check(status=status))))


def test_a_failed_check_says_what_came_and_where_to_look():
    shown = render_text(report(check()))
    assert "  The weights of query 0 sum to 2.\n  → What should they sum to?\n" in shown


def test_a_passed_check_says_no_more_than_its_title():
    assert "quietly" not in render_text(report(passed(message="quietly", hint="quietly")))


def test_a_check_without_a_hint_has_no_arrow():
    assert "→" not in render_text(report(check(hint="")))


def test_a_check_without_a_message_leaves_no_empty_line():
    assert "\n\n" not in render_text(report(check(message="")))


def test_several_observations_are_listed():
    shown = render_text(report(check(evidence=(evidence(), evidence(case="rectangular", error_over_tolerance=0.5)))))
    assert "- square: 2; should be 1" in shown
    assert "- rectangular: right" in shown


def test_a_single_observation_is_left_to_the_message():
    assert "square" not in render_text(report(check(evidence=(evidence(),))))


def test_numbers_that_look_alike_are_told_apart():
    twice = (evidence(got="1.047", want="1.047", error_over_tolerance=35.2),) * 2
    assert "1.047 in the digits shown, but 35.2 times the tolerance away" in render_text(report(check(evidence=twice)))


def test_shapes_that_are_equal_are_right():
    twice = (evidence(got="(5, 7)", want="(5, 7)", error_over_tolerance=None),) * 2
    assert "- square: right" in render_text(report(check(evidence=twice)))


def test_an_error_told_just_before_is_not_told_again():
    shown = render_text(report(check(**MISSING), check(id="b", **MISSING)))
    assert shown.count("There is no function") == 1
    assert "the same error as above" in shown


def test_an_error_told_long_before_is_found_by_its_title():
    shown = render_text(report(check(title="First", **MISSING), check(id="b"), check(id="c", **MISSING)))
    assert "the same error as in “First”" in shown


def test_notices_are_shown():
    shown = render_text(report(notices=(Notice(kind="style", message="Called with arrays."),)))
    assert "note Called with arrays." in shown


@pytest.mark.parametrize(("text", "told"), [("a", "1 line;"), ("a\nb\n", "2 lines;")])
def test_printed_text_is_counted_not_shown(text, told):
    assert f"printed to stdout: {told} --format json shows them" in render_text(report(output=OutputText(stdout=text)))


def test_nothing_is_said_of_nothing_printed():
    assert "printed" not in render_text(report())


def test_the_last_line_tells_how_to_grade_the_same_again():
    last = "attention 1.0.0 · seed 7 · sandbox process · 1.2 s\n"
    assert render_text(report()).endswith(last)
