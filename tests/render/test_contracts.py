"""The forms that upload platforms read. Their rules are re-implemented here from their documents."""

import json
import re
from typing import Any

import pytest
from hypothesis import given

from grader.errors import UsageError
from grader.render.autolab import render_autolab
from grader.render.formats import render
from grader.report import Cause, Report, Status
from tests.render.reports import acting, any_text, check, diagnosis, passed, report, ungraded, written_by_student


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def read(text: str) -> dict[str, Any]:
    found = json.loads(text, parse_constant=no_constant)
    assert isinstance(found, dict)
    return found


def fault() -> Report:
    return ungraded("Traceback of ours").model_copy(update={"status": "grader_error"})


def three_visibilities() -> Report:
    """A failed check of each visibility; the bug is shown by the one after the due date only."""
    return report(
        check(id="seen", title="Seen"),
        check(id="later", title="Later", visibility="after_due", bugs=("softmax-axis",)),
        check(id="hidden", title="Hidden", visibility="hidden", message="This check is hidden.", points=4),
        diagnoses=(diagnosis(),),
    )


def gradescope_score(text: str) -> float | None:
    """The score that Gradescope gives; None for its "the autograder failed"."""
    result = read(text)
    if "score" in result:
        return float(result["score"])  # it overrides the sum
    tests = result.get("tests", [])
    return sum(test["score"] for test in tests) if tests and all("score" in test for test in tests) else None


def autolab_scores(text: str, problems: set[str]) -> dict[str, float | None]:
    """The scores that Autolab stores; 0 for every problem where it cannot read the last line."""
    try:
        scores = json.loads(re.sub(r"([a-zA-Z0-9]+):", r'"\1":', text.rstrip().split("\n")[-1]))["scores"]
    except (ValueError, KeyError):
        return dict.fromkeys(problems, 0.0)
    if not scores or set(scores) - problems:
        return dict.fromkeys(problems, 0.0)
    return dict(scores)


@pytest.mark.parametrize("form", ["gradescope", "prairielearn", "autolab"])
@given(text=any_text)
def test_any_text_of_a_student_is_json_without_nan_and_without_what_a_terminal_obeys(form, text):
    rendered = render(written_by_student(text), form)
    for line in rendered.splitlines() if form == "autolab" else [rendered]:
        read(line)
    assert not acting(rendered)


@pytest.mark.parametrize("form", ["gradescope", "prairielearn"])
def test_lines_of_text_end_with_a_newline_only(form):
    rendered = render(report(check(message="a\r\nb\rc")), form)
    assert r"a\nb\nc" in rendered
    assert r"\r" not in rendered


@pytest.mark.parametrize("form", ["gradescope", "prairielearn", "autolab"])
def test_each_form_ends_with_one_newline(form):
    assert re.search(r"[^\n]\n\Z", render(report(), form))


# Gradescope


def test_gradescope_gets_the_score_and_a_test_for_each_check():
    result = read(render(report(), "gradescope"))
    assert (result["score"], result["execution_time"]) == (5, 1.25)
    assert [(t["name"], t["score"], t["max_score"], t["status"]) for t in result["tests"]] == [
        ("Shapes", 5, 5, "passed"),
        ("Weights sum to 1", 0, 10, "failed"),
    ]
    assert "max_score" not in result  # the assignment's points are set in Gradescope


def test_visibilities_are_gradescopes_hidden_after_due_date_and_visible():
    tests = read(render(three_visibilities(), "gradescope"))["tests"]
    assert {test["name"]: test["visibility"] for test in tests} == {
        "Seen": "visible", "Later": "after_due_date", "Hidden": "hidden",
    }  # fmt: skip


def test_a_bug_that_no_visible_check_shows_is_told_in_the_test_that_shows_it_later():
    result = read(render(three_visibilities(), "gradescope"))
    assert "softmax runs over" not in result["output"]
    assert ["softmax runs over" in test["output"] for test in result["tests"]] == [False, True, False]


def test_all_text_in_gradescope_is_text_and_nothing_markup():
    result = read(render(report(check(message="<script>")), "gradescope"))
    assert {result[key] for key in ("output_format", "test_output_format", "test_name_format")} == {"text"}


def test_what_a_submission_prints_is_not_shown_in_gradescope():
    assert read(render(report(), "gradescope"))["stdout_visibility"] == "hidden"


def test_a_fault_of_ours_gives_no_score_in_gradescope():
    assert gradescope_score(render(fault(), "gradescope")) is None
    assert "Traceback" not in render(fault(), "gradescope")


def test_a_rejected_upload_can_be_sent_again_in_gradescope_and_says_so():
    result = read(render(ungraded(), "gradescope"))
    assert result["score"] == 0
    assert "The file is empty." in result["output"]
    assert "send it again" in result["output"]


# PrairieLearn


def test_prairielearn_gets_a_fraction_and_points_for_every_test():
    result = read(render(report(), "prairielearn"))
    assert result["gradable"] is True
    assert result["score"] == pytest.approx(5 / 15)
    assert all({"points", "max_points"} <= set(test) for test in result["tests"])


def test_prairielearn_shows_all_so_hidden_checks_are_not_sent_but_count():
    result = read(render(three_visibilities(), "prairielearn"))
    assert [test["name"] for test in result["tests"]] == ["Seen"]
    assert result["score"] == pytest.approx(4 / 30)
    assert "2 further checks count" in result["message"]
    assert "softmax runs over" not in json.dumps(result)


@pytest.mark.parametrize("made", [ungraded(), fault()])
def test_what_is_not_gradable_uses_no_attempt_in_prairielearn_and_has_no_score(made):
    result = read(render(made, "prairielearn"))
    assert result["gradable"] is False
    assert "score" not in result


def test_a_rejected_upload_is_a_format_error_in_prairielearn():
    assert read(render(ungraded(), "prairielearn"))["format_errors"] == "The file is empty."
    assert "Traceback" not in render(fault(), "prairielearn")


def test_results_for_prairielearn_are_smaller_than_a_megabyte():
    long = "\U0001f600" * 1_000_000
    checks = [check(id=str(n), message=long) for n in range(10)]
    assert len(render(report(*checks, message=long), "prairielearn").encode()) < 1_000_000


# Autolab


def test_autolab_reads_the_score_from_the_last_line_and_feedback_from_the_one_before():
    feedback, last = render(report(), "autolab").splitlines()
    assert autolab_scores(last, {"attention"}) == {"attention": 5}
    steps = read(feedback)
    assert steps["_presentation"] == "semantic"
    assert steps["Test"]["Shapes"] == {"passed": True}
    assert steps["Test"]["Weights sum to 1"]["hint"].startswith("The weights of query 0 sum to 2.")


def test_checks_of_one_title_are_both_in_autolabs_feedback():
    steps = read(render(report(check(), check(id="again")), "autolab").splitlines()[0])["Test"]
    assert list(steps) == ["Weights sum to 1", "Weights sum to 1 (again)"]


@pytest.mark.parametrize("made", [ungraded(), fault()])
def test_without_a_score_autolab_stores_none_and_not_the_zero_of_a_line_that_it_cannot_read(made):
    assert autolab_scores("no scores", {"attention"}) == {"attention": 0}  # what is to be avoided
    assert autolab_scores(render(made, "autolab"), {"attention"}) == {"attention": None}
    assert "Traceback" not in render(made, "autolab")


def test_a_problem_has_the_name_that_it_has_in_autolab():
    text = render_autolab(report(), problem="Lab one", feedback=False)
    assert text == '{"scores": {"Lab one": 5.0}, "scoreboard": [5.0]}\n'


def test_a_name_that_autolab_cannot_read_is_refused():
    assert autolab_scores('{"scores": {"Lab 1: softmax": 5}}', {"Lab 1: softmax"}) == {"Lab 1: softmax": 0}
    with pytest.raises(UsageError, match="colon"):
        render_autolab(report(), problem="Lab 1: softmax")


def test_autolab_shows_its_output_so_hidden_checks_are_not_in_it():
    text = render(three_visibilities(), "autolab")
    assert "Hidden" not in text
    assert "Later" not in text


def test_a_skipped_check_is_a_failed_test_that_says_what_it_needs():
    made = report(passed(), check(status=Status.SKIPPED, cause=Cause.MISSING, message="Needs softmax."))
    assert read(render(made, "gradescope"))["tests"][1]["status"] == "failed"
    assert read(render(made, "autolab").splitlines()[0])["Test"]["Weights sum to 1"]["hint"].startswith(
        "Needs softmax."
    )
