"""Reports counted together."""

from grader.batch.cohort import cohort
from grader.report import Status
from tests.render.reports import check, diagnosis, passed, report, ungraded


def test_each_check_is_counted_by_what_became_of_it_in_the_order_of_the_rubric():
    partly = check(id="b", status=Status.PARTIAL)
    skipped = check(id="b", status=Status.SKIPPED, cause=None)
    found = cohort(
        [report(passed(id="z"), check(id="b")), report(passed(id="z"), partly), report(passed(id="z"), skipped)]
    )
    assert [(t.id, t.passed, t.partial, t.failed, t.skipped, t.rate) for t in found.checks] == [
        ("z", 3, 0, 0, 0, 1.0),
        ("b", 0, 1, 1, 1, 0.0),
    ]


def test_a_report_without_checks_counts_in_none():
    assert cohort([ungraded(), report(passed(id="z"))]).checks[0].tried == 1


def test_a_bug_is_called_as_the_reports_call_it():
    found = cohort([report(diagnoses=(diagnosis(title="In the words of the lab", hint="Well?"),))])
    assert found.words("softmax-axis").title == "In the words of the lab"
    assert found.words("softmax-axis").hint == "Well?"


def test_a_bug_that_no_report_words_is_called_as_the_catalogue_calls_it_or_by_its_id():
    assert cohort([]).words("softmax-axis").title == "The softmax runs over the queries"
    assert cohort([]).words("my-own").title == "my-own"


def test_an_observation_is_no_bug():
    assert cohort([report(diagnoses=(diagnosis(bug=None),))]).bugs == {}


def test_reports_are_read_one_at_a_time():
    def one_by_one():
        for _ in range(3):
            alive.append(1)
            yield report()

    alive: list[int] = []
    assert cohort(one_by_one()).checks[0].tried == len(alive) == 3
