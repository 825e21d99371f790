from grader.render.heat import heat_maps
from tests.render.reports import matrix_figure


def steps(rows):
    return [[cell.step for cell in row] for row in rows]


def test_colour_is_as_deep_as_the_number_is_large_on_one_scale_for_all_maps():
    yours, wanted, difference = heat_maps(matrix_figure(got=(("1.000", "-0.500"),), want=(("0.500", "0.500"),)))
    assert steps(yours.rows) == [[10, -5]]
    assert steps(wanted.rows) == [[5, 5]]
    assert steps(difference.rows) == [[5, -10]]


def test_entries_that_differ_are_wrong_and_no_others():
    yours, wanted, _ = heat_maps(matrix_figure())
    assert [[cell.wrong for cell in row] for row in yours.rows] == [[True, False], [False, False]]
    assert not any(cell.wrong for row in wanted.rows for cell in row)


def test_a_sum_is_wrong_only_beyond_the_roundings_of_its_entries():
    figure = matrix_figure(got=(("0.334", "0.667"), ("0.334", "0.700")), want=(("0.333", "0.667"),) * 2)
    assert [(cell.text, cell.wrong) for cell in heat_maps(figure)[0].sums] == [("1.00", False), ("1.03", True)]


def test_what_is_no_number_has_no_colour_and_makes_its_sum_wrong():
    yours, _, difference = heat_maps(matrix_figure(got=(("nan", "inf"), ("0.500", "0.500"))))
    assert steps(yours.rows)[0] == [None, None]
    assert steps(difference.rows)[0] == [None, None]
    assert (yours.sums[0].text, yours.sums[0].wrong) == ("nan", True)


def test_equal_matrices_are_one_map():
    assert [heat.name for heat in heat_maps(matrix_figure(got=matrix_figure().want))] == ["yours"]


def test_zeros_have_no_colour():
    (yours,) = heat_maps(matrix_figure(got=(("0.000",),), want=(("-0.000",),)))
    assert steps(yours.rows) == [[0]]
