import json
from xml.etree import ElementTree

import pytest
from hypothesis import given

from grader.render.formats import render
from grader.report import Report
from tests.render.reports import acting, any_text, report, ungraded, written_by_student


@given(any_text)
def test_json_gives_the_same_report_back(text):
    written = written_by_student(text)
    assert Report.model_validate_json(render(written, "json")) == written


@given(any_text)
def test_json_shows_no_character_that_a_terminal_obeys(text):
    assert not acting(render(written_by_student(text), "json"))


def test_json_leaves_letters_readable():
    assert "QKᵀ/√d_k" in render(ungraded("QKᵀ/√d_k"), "json")


def test_text_is_as_wide_as_asked():
    assert render(report(), "text", width=40).split("\n")[1].count("─") == 27  # of 40, for 10 of 15 points


def test_text_is_plain_unless_colour_is_asked():
    assert "\x1b" not in render(report(), "text")
    assert "\x1b" in render(report(), "text", color=True)


def test_markdown_begins_with_a_title():
    assert render(report(), "markdown").startswith("# ")


def test_html_is_a_page():
    assert render(report(), "html").lstrip().startswith("<!doctype html>")


def test_junit_is_xml():
    assert ElementTree.fromstring(render(report(), "junit")).tag == "testsuites"


@pytest.mark.parametrize("form", ["text", "json", "html", "markdown", "junit"])
def test_every_form_ends_with_one_newline(form):
    assert render(report(), form)[-2:].strip("\n") + "\n" == render(report(), form)[-2:]


@pytest.mark.parametrize("form", ["text", "json", "html", "markdown", "junit"])
def test_every_form_can_tell_why_there_is_no_score(form):
    assert "The file is empty." in render(ungraded("The file is empty."), form)


def test_json_has_null_for_a_missing_score():
    assert json.loads(render(ungraded(), "json"))["score"] is None
