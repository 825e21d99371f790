"""What a check that is `after_due` saw is for its student after the due date, and for who teaches at any time."""

import shutil
from dataclasses import replace

import pytest

from grader.render.formats import render
from grader.report import OutputText
from grader.service.database import writing
from grader.service.platforms.grades import Grades
from grader.service.store import attempts, deliveries
from tests.conftest import ATTENTION
from tests.render.reports import check, diagnosis, evidence, passed, report
from tests.service import made, serving

LATER = check(
    id="later", title="Later", visibility="after_due", message="A telling message.", hint="A telling hint.",
    evidence=(evidence(got="0.1234"),), bugs=("softmax-axis",),
)  # fmt: skip
REPORT = report(passed(), LATER, diagnoses=(diagnosis(),), output=OutputText(stdout="A telling print."))
TELLING = (
    "telling print",
    "telling message",
    "telling hint",
    "0.1234",
    "The softmax runs over the queries",
    "softmax-axis",
)
OVER, TO_COME, NONE = "2020-01-01T00:00:00Z", "2120-01-01T00:00:00Z", ""
#: Forms for platforms that show all they are sent: they keep what is for later to themselves, whoever asks.
SPARING = ("prairielearn", "autolab")
FORMS = ("json", "html", "markdown", "junit", "gradescope", "prairielearn", "autolab")


@pytest.fixture
def graded(database, tmp_path):
    """Return a function: a service with this due date, and in it a graded submission with a delivery to Canvas."""

    def make(due):
        shutil.copytree(ATTENTION, tmp_path / "labs" / "attention", ignore=shutil.ignore_patterns("examples"))
        manifest = tmp_path / "labs" / "attention" / "assignment.toml"
        manifest.write_text(manifest.read_text() + (f"\n[hand_in]\ndue = {due}\n" if due else ""))
        one = serving.service(database, tmp_path)
        one = replace(one, settings=one.settings.model_copy(update={"assignments": tmp_path / "labs"}))
        submission = made.submission(database, ids={"canvas": {"connection": "main", "user": "7", "attempt": "1"}})
        with writing(database) as connection:
            attempts.add(connection, submission.id, kind="first", priority=1, seed=1)
        serving.graded(
            one, submission.id, REPORT.model_dump(mode="json"), page=render(REPORT, "html"), bugs=("softmax-axis",)
        )
        return one, submission

    return make


def told(one, submission, role, student=None):
    """All that one of this role is told: the outline and every form of the report."""
    with serving.client_of(one) as client:
        head = serving.bearer(one.database, role, student=student)
        place = f"/api/v1/submissions/{submission.id}"
        return {form: client.get(f"{place}/report", params={"format": form}, headers=head).text for form in FORMS} | {
            "outline": client.get(place, headers=head).text
        }


def assert_all_is_told(texts):
    assert [word for word in TELLING if word in texts["json"]] == list(TELLING)
    assert texts["html"] == render(REPORT, "html")
    assert all("The softmax runs over the queries" in texts[form] for form in FORMS if form not in SPARING)
    assert "softmax-axis" in texts["outline"]


def commented(one, submission):
    with writing(one.database) as connection:
        (delivery,) = deliveries.of_attempt(connection, attempts.of_submission(connection, submission.id)[0].id)
    return Grades(one).of(delivery, "LM3").comment


@pytest.mark.parametrize("due", [TO_COME, NONE])
def test_before_the_due_date_a_student_is_told_the_result_only(graded, due):
    one, submission = graded(due)
    for form, text in told(one, submission, "student", "s1").items():
        assert not [word for word in TELLING if word in text], form
    assert "The softmax" not in commented(one, submission)


def test_after_the_due_date_a_student_is_told_all(graded):
    one, submission = graded(OVER)
    assert_all_is_told(told(one, submission, "student", "s1"))
    assert "The softmax" in commented(one, submission)


@pytest.mark.parametrize("role", ["instructor", "hook"])
def test_who_teaches_is_told_all_at_any_time(graded, role):
    one, submission = graded(TO_COME)
    assert_all_is_told(told(one, submission, role))
