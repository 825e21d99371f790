from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from grader.deadline import HandIn

DUE = datetime(2026, 12, 1, 18, tzinfo=UTC)


def test_without_rules_nothing_is_late_and_everything_counts():
    assert HandIn().late_seconds(DUE) == 0
    assert HandIn().counted(80, 0) == 80


@pytest.mark.parametrize(
    ("late", "counts"), [(-5, 80), (0, 80), (1, 72), (24 * 3600, 72), (24 * 3600 + 1, 64), (30 * 24 * 3600, 0)]
)
def test_each_day_begun_costs_its_share(late, counts):
    rules = HandIn(due=DUE, late_percent_per_day=10)
    assert rules.counted(80, rules.late_seconds(DUE + timedelta(seconds=late))) == pytest.approx(counts)


@pytest.mark.parametrize(
    "bad",
    [
        {"due": datetime(2026, 12, 1)},
        {"due": DUE, "closes": DUE - timedelta(1)},
        {"late_percent_per_day": 5},
        {"attempts": 0},
    ],
)
def test_rules_that_make_no_sense_are_refused(bad):
    with pytest.raises(ValidationError):
        HandIn(**bad)
