import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.gradebooks.line import mark, split
from tests.lms.made import line, row


@pytest.mark.parametrize(
    ("score", "points", "wanted"),
    [
        (87.5, None, "87.5"),
        (100, None, "100"),
        (0, None, "0"),
        (87.5, 10, "8.75"),
        (33.335, None, "33.34"),
        (1e-9, None, "0"),
    ],
)
def test_a_score_has_at_most_two_decimals_and_no_needless_zeros(score, points, wanted):
    assert mark(row(score=score), points) == wanted


@given(st.floats(0, 99.9999999), st.sampled_from([None, 1, 5, 10, 100, 1000]))
def test_rounding_gives_nobody_full_marks(score, points):
    assert float(mark(row(score=score), points)) < (points or 100)


@pytest.mark.parametrize("status", ["grader_error", "rejected", "nothing", "not code", "unmatched"])
def test_what_was_not_graded_has_no_score_never_a_zero(status):
    graded, without = split([line("a", None, row_changes={"status": status, "reason": "Why."}), line("b")])
    assert [each.row.key for each in graded] == ["b"]
    assert without == {"a": "not graded (Why.)"}


def test_a_late_submission_keeps_its_score():
    assert mark(row(late=True), None) == "87.5"
