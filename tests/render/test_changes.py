from hypothesis import given
from hypothesis import strategies as st

from grader.render.changes import changes
from grader.report import Cause, Diagnosis, Report, Status
from tests.render.reports import acting, any_text, check, passed, report, ungraded


def of(*checks, bugs=()) -> Report:
    """A report of these checks and of bugs with these titles."""
    found = (
        Diagnosis(bug="x", title=title, explanation="", hint="", function="softmax", lesson="LM3-T3") for title in bugs
    )
    return report(*checks, diagnoses=tuple(found))


def partial(points: float):
    return check(status=Status.PARTIAL, points=points)


def test_the_first_report_is_its_score():
    assert changes(None, report()) == ("5 / 15",)


def test_a_report_with_the_same_results_says_that_nothing_changed():
    again = report(passed(), check(message="The weights of query 3 sum to 4."), seed=8)
    assert changes(report(), again) == ("5 / 15, nothing changed",)


def test_a_check_that_passes_now_is_named_with_the_score_before_and_now():
    assert changes(of(check()), of(passed(id="row_sums", title="Weights sum to 1", points=10, max_points=10))) == (
        "0 → 10 / 10",
        "✓ now passed: Weights sum to 1",
    )


def test_a_check_that_passes_no_more_is_named():
    before, now = of(passed()), of(check(id="shapes", title="Shapes", max_points=5))
    assert changes(before, now) == ("5 → 0 / 5", "✗ no longer passed: Shapes")


def test_parts_of_points_go_up_and_down():
    assert changes(of(partial(2)), of(partial(7.5))) == ("2 → 7.5 / 10", "↑ more points: Weights sum to 1")
    assert changes(of(partial(7.5)), of(partial(2))) == ("7.5 → 2 / 10", "↓ fewer points: Weights sum to 1")


def test_another_failure_of_a_check_is_a_change():
    assert changes(of(check(cause=Cause.EXCEPTION)), of(check())) == (
        "0 / 10",
        "· fails in another way: Weights sum to 1",
    )


def test_equal_scores_of_other_checks_show_both_changes():
    one, other = passed(id="a", title="A"), check(id="b", title="B", max_points=5)
    swapped = check(id="a", title="A", max_points=5), passed(id="b", title="B")
    assert changes(of(one, other), of(*swapped)) == ("5 / 10", "✓ now passed: B", "✗ no longer passed: A")


def test_bugs_that_went_and_came_are_named_and_those_that_stayed_are_not():
    assert changes(of(bugs=["stays", "old"]), of(bugs=["new", "stays"])) == (
        "5 / 15",
        "✓ no longer found: old",
        "✗ found: new",
    )


def test_of_many_changes_of_one_kind_three_are_named_and_the_rest_counted():
    names = "abcde"
    before, now = (of(*(kind(id=n, title=n, max_points=5) for n in names)) for kind in (check, passed))
    assert changes(before, now) == (
        "0 → 25 / 25",
        "✓ now passed: a",
        "✓ now passed: b",
        "✓ now passed: c",
        "✓ now passed: 2 more",
    )


def test_without_a_score_the_reason_and_the_earlier_score_are_told():
    assert changes(None, ungraded("The file\nis empty.")) == ("not graded: The file is empty.",)
    assert changes(report(), ungraded()) == ("not graded: The file is empty. (it was 5 / 15)",)


def test_another_rubric_shows_both_scores_in_full_and_compares_the_checks_of_both():
    before, now = of(passed(), check()), of(check(id="shapes", title="Shapes"), check(id="fresh", title="Fresh"))
    assert changes(before, now) == ("5 / 15 → 0 / 20", "✗ no longer passed: Shapes")


@given(any_text, st.sampled_from([check, passed]))
def test_each_change_is_one_line_that_no_terminal_obeys(text, kind):
    before, now = of(check(id="a", title=text)), of(kind(id="a", title=text), bugs=[text])
    for lines in (changes(before, now), changes(before, ungraded(text))):
        assert not any(acting(line) or "\n" in line for line in lines)
