"""Scores as bars."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.render.histogram import histogram


def test_full_marks_have_a_bar_of_their_own():
    bars = histogram([1.0, 1.0, 0.999, 0.9]).bars
    assert [(bar.name, bar.count) for bar in bars[-2:]] == [("90 to 99 %", 2), ("full marks", 2)]


@pytest.mark.parametrize(("share", "bar"), [(0.0, 0), (0.3, 3), (0.7, 7), (0.6999, 6), (-1.0, 0), (1.5, 10)])
def test_a_score_lies_in_the_bar_that_its_percent_begins(share, bar):
    assert [b.count for b in histogram([share]).bars].index(1) == bar


@given(st.lists(st.floats(0, 1), min_size=1))
def test_no_score_is_lost_and_no_bar_leaves_the_sheet(shares):
    sheet = histogram(shares)
    assert sum(bar.count for bar in sheet.bars) == len(shares)
    for bar in sheet.bars:
        assert bar.x >= 0 and bar.x + bar.width <= 100 and bar.y + bar.height <= sheet.bottom + 0.1  # noqa: PT018
    assert 0 <= sheet.median <= 100


def test_the_bar_of_most_scores_is_the_highest():
    bars = histogram([0.5, 0.55, 0.1]).bars
    assert bars[5].height == 2 * bars[1].height > 0


def test_a_class_without_scores_has_empty_bars_and_no_median():
    sheet = histogram([])
    assert sheet.median is None
    assert {bar.height for bar in sheet.bars} == {0}
