"""A row says of an entry and its report what a table can hold."""

import pytest

from grader.batch.rows import row_of_entry, row_of_report
from grader.lms.roster import Entry
from grader.report import Cause, Notice, Status
from tests.render.reports import check, diagnosis, passed, report, ungraded

ENTRY = Entry(key="s001", name="Student 12", path="s001.py", attempt=3, status="submitted")


def test_what_is_not_passed_and_why_is_told_with_the_bug_first():
    partly = check(id="shapes", status=Status.PARTIAL, cause=Cause.SHAPE)
    made = report(
        passed(id="purity"), check(), partly, diagnoses=(diagnosis(bug="b", title="The\nbug"), diagnosis(bug=None))
    )
    row = row_of_report(ENTRY, made, 0.12345)
    assert (row.failed, row.bugs, row.reason, row.seconds) == (("row_sums", "shapes"), ("b",), "The bug", 0.123)
    assert (row.score, row.max_score, row.attempt) == (made.score, made.max_score, 3)


def test_without_a_named_bug_the_first_failed_check_is_the_reason():
    assert row_of_report(ENTRY, report(passed(), check()), 0).reason == "The weights of query 0 sum to 2."
    assert row_of_report(ENTRY, report(passed()), 0).reason == ""


def test_without_a_score_the_reason_is_the_reports():
    row = row_of_report(ENTRY, ungraded("The file\nis empty."), 0)
    assert (row.status, row.score, row.reason) == ("rejected", None, "The file is empty.")


def test_late_and_policy_are_flagged():
    late = ENTRY.model_copy(update={"late": True})
    noticed = report(passed(), notices=(Notice(kind="policy", message=""),))
    assert row_of_report(late, noticed, 0).flags == ("late", "policy")
    assert row_of_report(ENTRY, report(check(cause=Cause.POLICY)), 0).flags == ("policy",)
    assert row_of_report(ENTRY, report(check()), 0).flags == ()


@pytest.mark.parametrize("status", ["nothing", "not code", "unmatched"])
def test_whoever_has_no_report_has_a_row_with_a_reason(status):
    entry = ENTRY.model_copy(update={"status": status, "late": True})
    row = row_of_entry(entry, 100)
    assert (row.status, row.score, row.max_score, row.flags) == (status, None, 100, ("late",))
    assert row.reason
    assert row_of_entry(entry.model_copy(update={"note": "It is a\nlink."}), 100).reason == "It is a link."
