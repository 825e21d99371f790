from xml.etree import ElementTree

import pytest
from hypothesis import given

from grader.render.escape import plain
from grader.render.junit import render_junit, render_suites
from grader.report import Cause, OutputText, Status
from tests.render.reports import (
    acting,
    any_text,
    check,
    diagnosis,
    evidence,
    passed,
    report,
    ungraded,
    written_by_student,
)


def suite(rendered: str) -> ElementTree.Element:
    (only,) = ElementTree.fromstring(rendered)
    return only


@given(any_text)
def test_any_text_makes_xml_that_can_be_parsed_back(text):
    parsed = suite(render_junit(written_by_student(text)))
    assert parsed.findtext("system-out") == plain(report(check(message=text)).checks[0].message)


@given(any_text)
def test_students_text_adds_no_element(text):
    tags = [element.tag for element in suite(render_junit(written_by_student(text))).iter()]
    assert tags == [element.tag for element in suite(render_junit(written_by_student("word"))).iter()]


@given(any_text)
def test_no_character_that_acts_is_left(text):
    assert not acting(render_junit(written_by_student(text)))


def test_each_check_is_a_test_case():
    cases = suite(render_junit(report())).findall("testcase")
    assert [case.get("name") for case in cases] == ["shapes", "row_sums"]


def test_the_suite_counts_what_became_of_the_checks():
    checks = [passed(), check(), check(status=Status.PARTIAL, points=5), check(status=Status.SKIPPED, cause=None)]
    counted = suite(render_junit(report(*checks)))
    assert [counted.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["4", "2", "0", "1"]


def test_score_and_seed_are_properties():
    found = {p.get("name"): p.get("value") for p in suite(render_junit(report())).iter("property")}
    assert found == {"score": "5", "max_score": "15", "seed": "7"}


def test_a_failure_has_its_cause_message_points_and_hint():
    failure = suite(render_junit(report(check()))).find("testcase/failure")
    assert failure.attrib == {"type": "wrong", "message": "The weights of query 0 sum to 2."}
    assert failure.text == "0 of 10 points\nWhat should they sum to?"


def test_a_failure_lists_what_was_seen():
    failure = suite(render_junit(report(check(evidence=(evidence(), evidence()), hint="")))).find("testcase/failure")
    assert failure.text == "0 of 10 points\nsquare: 2; should be 1\nsquare: 2; should be 1"


def test_a_failure_without_a_cause_has_a_type_all_the_same():
    assert suite(render_junit(report(check(cause=None)))).find("testcase/failure").get("type") == "failed"


def test_a_passed_check_has_no_failure():
    assert suite(render_junit(report(passed()))).find("testcase/*") is None


def test_a_skipped_check_says_why():
    rendered = render_junit(report(check(status=Status.SKIPPED, cause=Cause.MISSING, message="Needs softmax.")))
    assert suite(rendered).find("testcase/skipped").get("message") == "Needs softmax."


@pytest.mark.parametrize("status", ["rejected", "grader_error"])
def test_without_a_score_the_one_test_case_is_an_error(status):
    found = suite(render_junit(ungraded("Empty.").model_copy(update={"status": status})))
    assert [found.get(name) for name in ("tests", "failures", "errors")] == ["1", "0", "1"]
    assert found.find("testcase/error").attrib == {"type": status, "message": "Empty."}


def test_without_a_score_there_is_no_number_for_it():
    found = {p.get("name"): p.get("value") for p in suite(render_junit(ungraded())).iter("property")}
    assert found["score"] == ""


def test_printed_text_is_kept():
    found = suite(render_junit(report(output=OutputText(stdout="a\nb", stderr="c"))))
    assert (found.findtext("system-out"), found.findtext("system-err")) == ("a\nb", "c")


def test_diagnoses_are_properties():
    shown = suite(render_junit(report(diagnoses=(diagnosis(), diagnosis(bug=None, title="Weights right")))))
    found = [p.get("value") for p in shown.iter("property") if p.get("name") == "diagnosis"]
    assert found == ["softmax-axis: The softmax runs over the queries", "Weights right"]


def test_an_explained_failure_points_to_its_cause():
    shown = suite(render_junit(report(check(bugs=("softmax-axis",)), diagnoses=(diagnosis(),))))
    assert shown.find("testcase/failure").text == "0 of 10 points\nexplained by: The softmax runs over the queries"


def test_a_folder_of_reports_has_a_suite_for_each_and_the_untried_are_skipped():
    root = ElementTree.fromstring(render_suites([("s001", report()), ("s002", ungraded())], [("s003", "Nothing.")]))
    assert [(found.get("name"), found.get("errors"), found.get("skipped")) for found in root] == [
        ("s001", "0", "0"), ("s002", "1", "0"), ("s003", "0", "1"),
    ]  # fmt: skip
    assert root.find("testsuite[@name='s003']/testcase/skipped").get("message") == "Nothing."
