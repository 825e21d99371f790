import pytest

from grader.render.formats import render
from grader.render.seen import seen_by_student, seen_diagnoses
from grader.report import OutputText, Status
from tests.render.reports import check, diagnosis, passed, report

PRINTED = OutputText(stdout="Q is 0.1234\n", stderr="K is 0.5678\n")
LATER, HIDDEN = {"id": "later", "visibility": "after_due"}, {"id": "hidden", "visibility": "hidden"}
FORMS = ("text", "json", "html", "markdown", "junit", "gradescope", "prairielearn", "autolab")
OBSERVED = diagnosis(bug=None, title="The weights are wrong")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("made", [check, passed])
@pytest.mark.parametrize(
    ("withheld", "due_is_over", "why"),
    [(LATER, False, "shown after the due date"), (HIDDEN, False, "hidden checks"), (HIDDEN, True, "hidden checks")],
)
def test_nothing_that_was_printed_is_told_while_a_check_is_withheld(form, made, withheld, due_is_over, why):
    seen = seen_by_student(report(passed(), made(**withheld), output=PRINTED), due_is_over=due_is_over)
    told = render(seen, form)
    assert "0.1234" not in told
    assert "0.5678" not in told
    if form in ("text", "json", "html", "markdown"):  # the others tell nobody what was printed
        assert " ".join(told.split()).count("What your code printed is") == 1
        assert why in " ".join(told.split())


@pytest.mark.parametrize(("checks", "due_is_over"), [((passed(), check()), False), ((passed(), check(**LATER)), True)])
def test_what_was_printed_is_told_where_nothing_is_withheld(checks, due_is_over):
    whole = report(*checks, output=PRINTED)
    assert seen_by_student(whole, due_is_over=due_is_over) == whole


def test_nothing_is_said_of_what_was_not_printed():
    assert seen_by_student(report(passed(), passed(**HIDDEN)), due_is_over=True).notices == ()


def test_the_reason_stands_where_the_printed_text_would():
    page = render(seen_by_student(report(check(), passed(**LATER), output=PRINTED), due_is_over=False), "html")
    assert "until then it could tell" in page.split('id="printed"')[1].split("</section>")[0]
    assert 'id="notes"' not in page


@pytest.mark.parametrize(
    ("later", "told"),
    [(check(**LATER), False), (check(**LATER, status=Status.PARTIAL), False), (passed(**LATER), True),
     (check(**LATER, status=Status.SKIPPED), True)],
)  # fmt: skip
def test_an_observation_is_told_only_where_no_withheld_check_can_have_led_to_it(later, told):
    whole = report(check(), later, diagnoses=(OBSERVED,))
    assert bool(seen_diagnoses(whole)) == told
    assert bool(seen_by_student(whole, due_is_over=False).diagnoses) == told
    assert seen_by_student(whole, due_is_over=True).diagnoses == (OBSERVED,)


def test_a_bug_is_told_as_soon_as_a_visible_check_shows_it():
    bug = {"bugs": ("softmax-axis",)}
    both = report(check(**bug), check(**LATER, **bug), diagnoses=(diagnosis(),))
    only_later = report(check(), check(**LATER, **bug), diagnoses=(diagnosis(),))
    assert seen_by_student(both, due_is_over=False).diagnoses == (diagnosis(),)
    assert seen_by_student(only_later, due_is_over=False).diagnoses == ()
