"""A submission says where its lines stand, and shows nothing that acts."""

import hashlib

import pytest

from grader.submission.source import Cell, Source, digest, intake, shown

SOURCE = Source("lab.ipynb", "", "lab.py", {}, cells={2: Cell(3, 7)})


@pytest.mark.parametrize(
    ("file", "line", "place"),
    [("lab.py", 2, "cell 3, line 7"), ("lab.py", 1, "line 1"), ("helpers.py", 2, "helpers.py, line 2")],
)
def test_a_line_is_located_by_cell_or_file(file, line, place):
    assert SOURCE.locate(file, line) == place


def test_the_digest_is_sha256():
    assert digest(b"x") == hashlib.sha256(b"x").hexdigest()


@pytest.mark.parametrize("acting", ["\x1b", "\n", "\0", "\ud800", "\u202e", "\x7f", "\u2028"])
def test_characters_that_act_are_not_shown(acting):
    assert shown(f"a{acting}b") == "a?b"


@pytest.mark.parametrize("text", ["lab 1.py", "présenté\xa0.py", "注意力.py", "نیم\u200cفاصله.py"])
def test_names_of_people_and_languages_are_shown_as_they_are(text):
    assert shown(text) == text


def test_a_long_text_is_cut_and_says_so():
    assert shown("x" * 11, 10) == "x" * 10 + "…"
    assert shown("x" * 10, 10) == "x" * 10


def test_a_notice_is_one_harmless_line():
    assert intake("one\ntwo\ud800").model_dump() == {"kind": "intake", "message": "one?two?"}
