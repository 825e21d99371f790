"""Proofs in Chromium: the page fits, and only its tables scroll sideways."""

import pytest

from grader.verify.page import page
from grader.verify.proof import Nearest, Survivor
from tests.browser.test_page import LONG, fits
from tests.verify.made import proof

pytestmark = pytest.mark.slow


def wide():
    """A proof with many checks and names that are longer than any window."""
    one = proof()
    column = one.columns[0].model_copy(update={"id": "a_check_with_a_name", "wrong": Nearest(name=LONG, margin=40)})
    rows = tuple(row.model_copy(update={"name": f"wrong/{LONG}.py", "cells": row.cells * 6}) for row in one.rows)
    return proof(
        columns=(column,) * 12,
        rows=rows,
        problems=(LONG,),
        title=LONG,
        survivors=(Survivor(id=LONG, survived=5, reason=LONG),),
    )


@pytest.mark.parametrize("shown", [proof(), wide()])
def test_the_page_of_a_proof_fits_and_its_tables_scroll_by_themselves(open_page, shown):
    opened = open_page(page([shown]), 360)
    assert fits(opened, 320, 360, 768, 1280)
    opened.set_viewport_size({"width": 360, "height": 800})
    assert opened.locator(".margins").evaluate(
        "table => table.parentElement.scrollWidth > table.parentElement.clientWidth"
    )
