"""Slips in a text: each changes one place inside a function, and each text comes once."""

from pathlib import Path

import pytest

from grader.verify.texts import read_from, read_or_fail, texts

TEXT = '''
"""A module."""
import numpy as np

ROUNDS = 3


def mean(x: "n d", shift=1):
    """Return the mean of each row of x (n, d)."""
    total = x.sum(axis=-1, keepdims=True)
    while shift > 0:
        shift = shift - 1
    return total / x.shape[-1]
'''


def slips(text):
    return {(each.slip, each.before, each.after) for each in texts(text)}


@pytest.mark.parametrize(
    "slip",
    [
        ("mult_for_div", "total / x.shape[-1]", "total * x.shape[-1]"),
        ("right_term_left_out", "total / x.shape[-1]", "total"),
        ("mean_for_sum", "x.sum(axis=-1, keepdims=True)", "x.mean(axis=-1, keepdims=True)"),
        ("keepdims_left_out", "x.sum(axis=-1, keepdims=True)", "x.sum(axis=-1)"),
        ("sign_left_out", "-1", "1"),
        ("off_by_one", "1", "2"),
        ("switched", "True", "False"),
    ],
)
def test_a_slip_is_made(slip):
    assert slip in slips(TEXT)


def test_texts_are_python_and_differ_from_each_other():
    found = [each.text for each in texts(TEXT)]
    assert len(set(found)) == len(found) > 10
    for text in found:
        compile(text, "text", "exec")


def test_what_is_no_work_is_left_alone():
    """Docstrings, annotations, what stands outside functions, and what a loop waits for."""
    for text in (each.text for each in texts(TEXT)):
        assert "Return the mean of each row" in text
        assert "x: 'n d', shift=1" in text
        assert "ROUNDS = 3" in text
        assert "while shift > 0:" in text


def test_what_would_be_no_python_is_left_out():
    assert ("f_left_out", "f(*x)", "*x") not in slips("def f(*x):\n    return f(*x)\n")


def test_values_are_exchanged():
    assert ("values_exchanged", "return (a, b)", "return (b, a)") in slips("def f(a, b):\n    return a, b\n")


@pytest.mark.parametrize("called", ["np.vectorize(abs)(x)", "f[0](x)", "f(x, **x)"])
def test_a_slip_can_name_a_file_whatever_is_called(called):
    found = slips(f"def f(x):\n    return {called}\n")
    assert found
    assert all(slip.isidentifier() for slip, *_ in found)


def test_a_text_may_begin_with_a_byte_order_mark():
    assert slips(TEXT) == {(t.slip, t.before, t.after) for t in texts(b"\xef\xbb\xbf" + TEXT.encode())}


def test_a_text_that_does_not_bear_its_change_on_reading_gives_functions_that_fail():
    text, names = "TABLE = [1, 2]\n\n\ndef f(x):\n    return x + TABLE[1]\n", {"g": "f"}
    assert read_or_fail(text, Path("lab.py"), names)["g"](3) == 5
    for wrong, error in ((text + "TABLE[2]\n", IndexError), (text.replace("def f", "def h"), AttributeError)):
        with pytest.raises(error):
            read_or_fail(wrong, Path("lab.py"), names)["g"](3)
        with pytest.raises(error):
            read_from(wrong, Path("lab.py"), names)
