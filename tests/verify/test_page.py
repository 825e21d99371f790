"""Proofs as a page: complete, self-contained, and nothing in it acts."""

import pytest

from grader.verify.page import page, place
from grader.verify.proof import Nearest
from tests.verify.made import proof


def test_the_page_has_a_line_for_each_example_and_a_column_for_each_check():
    made = page([proof()])
    assert made.count('<th scope="row">accepted/a.py') == made.count('<th scope="row">wrong/b.py') == 1
    assert '<td class="passed">·</td><td class="passed">·</td>' in made
    assert '<td class="failed">✗</td><td class="other">3/5</td>' in made
    assert "The rubric is not proven." in made
    assert "Next week." in made


def test_a_proven_rubric_has_no_list_of_problems():
    made = page([proof(problems=())])
    assert "The rubric is proven." in made
    assert "problems" not in made.partition("</style>")[2]


def test_several_rubrics_stand_on_one_page():
    assert page([proof(), proof(title="Another")]).count("<article>") == 2


def test_text_is_text():
    made = page([proof()])
    assert "<i>x" not in made
    assert "<b>" not in made
    assert "default-src" in made


@pytest.mark.parametrize(("margin", "at"), [(1.0, 100), (1e-6, 5), (0.0, 5), (1e6, 195), (1e12, 195), (1000, 147.5)])
def test_a_margin_stands_at_its_power_of_ten(margin, at):
    assert place(Nearest(name="a", margin=margin)) == pytest.approx(at)
