import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from grader.render.text import render_text
from grader.report import Cause, Notice, OutputText, SandboxInfo, Status, SubmissionInfo
from tests.render.reports import (
    acting,
    any_text,
    check,
    diagnosis,
    evidence,
    example,
    lookalikes,
    passed,
    place,
    report,
    ungraded,
    written_by_student,
)

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


@pytest.mark.parametrize(
    ("level", "said"), [("process", "process: no walls, see grade doctor"), ("landlock", "landlock")]
)
def test_the_last_line_tells_how_to_grade_the_same_again_and_whether_anything_confined_it(level, said):
    last = f"attention 1.0.0 · seed 7 · sandbox {said} · 1.2 s\n"
    assert render_text(report(sandbox=SandboxInfo(level=level, layers=()))).endswith(last)


def told(**changes):
    return render_text(report(diagnoses=(diagnosis(**changes),)))


def test_a_diagnosis_stands_between_the_score_and_the_checks():
    lines = told().split("\n")
    assert lines[2:16] == [
        "",
        "The softmax runs over the queries",
        "  Your columns sum to 1.",
        "  Line 12 decides this:",
        "    return e / e.sum(0)",
        "  A smallest example: softmax(scores) and its weights",
        "    scores    your weights       wanted weights",
        "    2  0      0.881  0.500  ←    0.881  0.119",
        "    0  0      0.119  0.500  ←    0.500  0.500",
        "  → Over which axis do yours add to 1?",
        "  Read again: LM3-T3",
        "",
        "✓ Shapes" + " " * 69 + "5/5",
        "✗ Weights sum to 1" + " " * 58 + "0/10",
    ]


def test_matrices_stand_below_each_other_where_the_window_is_narrow():
    shown = render_text(report(diagnoses=(diagnosis(),)), width=36)
    assert "    your weights\n    0.881  0.500  ←\n    0.119  0.500  ←\n    wanted weights\n" in shown


def test_wrong_entries_are_red_where_there_is_colour():
    shown = render_text(report(diagnoses=(diagnosis(),)), color=True)
    assert "0.881  \x1b[1;31m0.500\x1b[0m\x1b[31m  ←" in shown


def test_columns_stay_in_line_whatever_the_width_of_a_letter():
    shown = told(example=example(got=(("界", "1"), ("12345", "1")), want=(("0", "1"), ("0", "1"))))
    assert "    2  0         界  1  ←     0  1\n" in shown
    assert "    0  0      12345  1  ←     0  1\n" in shown


def test_an_answer_of_another_shape_tells_both_shapes():
    shown = told(example=example(got=(("1.000",),)))
    assert "your weights (1, 1)    wanted weights (2, 2)" in shown
    assert "←" not in shown


def test_where_nothing_came_it_is_told_what_came_instead():
    shown = told(example=example(got=(), message="ValueError: no"))
    assert "your weights" not in shown
    assert "    ValueError: no\n" in shown


def test_the_repaired_line_is_shown_where_it_is_given():
    assert "  With this line the failing checks pass:\n    return 1\n" in told(place=place(change="  return 1"))


def test_a_diagnosis_may_have_nothing_but_its_sentence():
    shown = told(place=None, example=None, hint="", lesson="")
    assert "The softmax runs over the queries\n  Your columns sum to 1.\n\n✓" in shown


def test_bugs_that_no_number_tells_apart_are_named_together():
    assert "  or: no scale (one of these two: no number tells them apart)\n" in told(also=lookalikes("no scale"))


def test_an_observation_does_not_pose_as_a_bug():
    assert "No known mistake fits these numbers" in told(bug=None)


def test_a_second_diagnosis_comes_after_the_first():
    shown = render_text(report(diagnoses=(diagnosis(), diagnosis(title="No scale"))))
    assert "\n\nAlso: No scale\n" in shown


def test_an_explained_check_is_one_line_that_points_to_the_cause():
    explained = check(bugs=("softmax-axis",), evidence=(evidence(), evidence()))
    shown = render_text(report(explained, check(id="b"), diagnoses=(diagnosis(),)))
    assert "0/10\n  explained by: The softmax runs over the queries\n✗" in shown
    assert shown.count("The weights of query 0 sum to 2.") == 1  # of the check that is not explained


def test_an_error_that_was_explained_away_is_not_pointed_to():
    shown = render_text(
        report(check(**MISSING, bugs=("softmax-axis",)), check(id="b", **MISSING), diagnoses=(diagnosis(),))
    )
    assert shown.count("There is no function") == 1
    assert "the same error" not in shown


def test_in_a_notebook_the_text_is_returned_and_not_shown(monkeypatch, capsys):
    outside = render_text(report(check()))
    kernel = type("ZMQInteractiveShell", (), {})()  # as rich knows that it is in a notebook
    monkeypatch.setattr("builtins.get_ipython", lambda: kernel, raising=False)
    assert render_text(report(check())) == outside
    assert capsys.readouterr().out == ""
