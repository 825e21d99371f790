"""Mutants of a reference's text: run as the reference is, so that nothing is wrong with them but what was changed."""

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.errors import AssignmentError
from grader.verify.mutants import mutants
from tests.verify.labs import copy_of

PLAIN = """
import numpy as np


def {name}(A, B):
    return 3 * ((A[:, None] - B[None]) ** 2).sum(axis=-1)
"""
DISTANCES, HELPER = PLAIN.format(name="distances"), PLAIN.format(name="_work")
DATACLASS = """
from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Kept:
    value: int
"""
DECORATED = """
def logged(function):
    def inner(*given):
        return function(*given)

    return inner


distances = logged(_work)
"""
A, B = np.arange(6.0).reshape(2, 3), np.ones((4, 3))


def tripled_becomes_quadrupled(folder, text):
    """Return what the mutant gives in which 3 became 4."""
    (folder / "reference.py").write_bytes(text.encode())
    found = [mutant for mutant in mutants(load_assignment(folder)) if mutant.id.endswith(": 3 becomes 4")]
    assert len(found) == 1
    return found[0].make()["distances"](A, B)


@pytest.mark.parametrize(
    "text",
    [
        DISTANCES,
        f"from pathlib import Path\n\nHERE = Path(__file__).parent\nassert (HERE / 'assignment.toml').exists()\n{DISTANCES}",
        f"{DATACLASS}\n{DISTANCES}",
        f"\N{BYTE ORDER MARK}{DISTANCES}",
        f"{HELPER}\n\ndistances = lambda A, B: _work(A, B)\n",
        f"{HELPER}\n\n{DECORATED}",
        f"import functools\n{HELPER}\n\ndistances = functools.partial(_work)\n",
    ],
)
def test_a_changed_text_gives_the_changed_answer_however_the_reference_is_written(lab, tmp_path, text):
    got = tripled_becomes_quadrupled(copy_of(lab, tmp_path / "lab"), text)
    assert np.array_equal(got, 4 * ((A[:, None] - B[None]) ** 2).sum(axis=-1))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{DISTANCES}\n\nif '.authored.' not in __name__:\n    raise RuntimeError('away')\n", "RuntimeError: away"),
        (
            f"{HELPER}\n\nif '.authored.' in __name__:\n    distances = lambda A, B: _work(A, B)\n",
            "no attribute 'distan",
        ),
    ],
)
def test_a_text_that_does_not_run_by_itself_is_told_and_no_mutant_of_it_is_tried(lab, tmp_path, text, told):
    """All of its mutants would fail, which would look as if the rubric refused them."""
    folder = copy_of(lab, tmp_path / "lab")
    with pytest.raises(AssignmentError, match=rf"reference\.py cannot be run by itself .*{told}"):
        tripled_becomes_quadrupled(folder, text)


def test_a_reference_that_is_not_in_its_file_is_told(lab, tmp_path):
    folder = copy_of(lab, tmp_path / "lab", assignment=('"reference.py:distances"', '"reference.py:distance"'))
    with pytest.raises(AssignmentError, match=r'"reference\.py:distance" cannot be found; did you mean "distances"\?$'):
        mutants(load_assignment(folder))
