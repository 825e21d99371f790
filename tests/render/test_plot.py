import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.render.plot import HEIGHT, WIDTH, plot
from tests.render.reports import curve_figure

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


def curve(sheet, name):
    return next(curve for curve in sheet.curves if curve.name == name)


def test_widths_that_grow_by_a_factor_stand_at_equal_distances():
    at = [tick.at for tick in plot(curve_figure()).x_ticks]
    assert [after - before for before, after in itertools.pairwise(at)] == pytest.approx([84, 84, 84])


def test_places_close_together_stand_as_they_are():
    at = [tick.at for tick in plot(curve_figure(at=(1, 2, 3, 7))).x_ticks]
    assert at == [44, 86, 128, 296]


def test_the_scale_runs_from_zero_past_the_largest_value_in_round_steps():
    assert [tick.text for tick in plot(curve_figure()).y_ticks] == ["0", "5", "10", "15", "20"]


def test_a_larger_value_stands_higher():
    points = curve(plot(curve_figure()), "yours").points
    assert [point.y for point in points] == sorted((point.y for point in points), reverse=True)


def test_a_missing_value_leaves_a_gap():
    yours = curve(plot(curve_figure(got=(2, None, 3, 4))), "yours")
    assert [len(line.split()) for line in yours.lines] == [1, 2]
    assert len(yours.points) == 3


def test_a_curve_without_any_value_is_not_drawn():
    assert [curve.name for curve in plot(curve_figure(got=(None,) * 4)).curves] == ["wanted"]


@pytest.mark.parametrize("last", [0.99, 1.5, 0.5, 15.8])
def test_the_names_never_lie_on_each_other(last):
    sheet = plot(curve_figure(got=(1, 1, 1, last)))
    assert abs(curve(sheet, "yours").label.y - curve(sheet, "wanted").label.y) >= 15


@given(st.lists(NUMBERS | st.none(), min_size=4, max_size=4))
def test_whatever_the_values_all_is_on_the_sheet(values):
    sheet = plot(curve_figure(got=values))
    ends = [curve.label for curve in sheet.curves]
    for x, y in [point for curve in sheet.curves for point in curve.points] + ends:
        assert 0 <= x <= WIDTH
        assert -4 <= y <= HEIGHT
    assert 2 <= len(sheet.y_ticks) <= 8
