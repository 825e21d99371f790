"""A lab's own mistakes are named where they make every answer, and only there."""

import numpy as np

from grader.checks.case import Answer, Case, Expected
from grader.diagnosis.mistakes import matching


def doubled(case):
    yield "doubled", {"y": 2 * case.arguments["x"]}
    yield "squared", {"y": case.arguments["x"] ** 2}
    yield "impossible", {}


def answer(x, y):
    x = np.array(x, float)
    return Answer(Case("", "f", {"x": x}), {"y": Expected(x, np.full(x.shape, 1e-6))}, {"y": np.array(y, float)})


def test_a_mistake_that_makes_all_answers_is_named():
    assert matching([answer([1, 3], [2, 6]), answer([5], [10])], doubled) == ("doubled",)


def test_mistakes_that_nothing_tells_apart_are_named_together():
    assert matching([answer([2, 0], [4, 0])], doubled) == ("doubled", "squared")


def test_one_answer_that_it_does_not_make_takes_the_name_back():
    assert matching([answer([1, 3], [2, 6]), answer([5], [11])], doubled) == ()


def test_a_right_function_has_no_mistake_even_where_one_gives_the_same():
    assert matching([answer([0, 0], [0, 0])], doubled) == ()


def test_answers_that_did_not_come_say_nothing():
    assert matching([Answer(Case("", "f", {}), {})], doubled) == ()
