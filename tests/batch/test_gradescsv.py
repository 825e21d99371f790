"""grades.csv: exact bytes, and nothing that a spreadsheet would run."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.gradescsv import cell, csv_lines, rows_of
from grader.batch.result import Row

ROW = Row(
    key="s001", name="Student 12", status="graded", score=62.5, max_score=100, late=True, attempt=2,
    bugs=("scale-missing",), failed=("sqrt_dk", "shapes"), flags=("late", "identical:s007"), reason='He said "√", so',
    file="s001.py", sha256="ab", seconds=0.0125,
)  # fmt: skip
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def text(*rows):
    return "".join(csv_lines(rows))


def test_the_bytes_are_those_of_the_contract():
    assert (
        text(ROW, ROW.model_copy(update={"score": None, "status": "nothing", "late": False})).encode()
        == (
            "key,name,status,score,max_score,late,attempt,bugs,failed,flags,reason,file,sha256,seconds\n"
            "s001,Student 12,graded,62.5,100,true,2,scale-missing,sqrt_dk shapes,late identical:s007,"
            '"He said ""√"", so",s001.py,ab,0.0125\n'
            "s001,Student 12,nothing,,100,false,2,scale-missing,sqrt_dk shapes,late identical:s007,"
            '"He said ""√"", so",s001.py,ab,0.0125\n'
        ).encode()
    )


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", "\x00=1", "a;=1"]
)
def test_no_cell_begins_like_a_formula(name):
    row = ROW.model_copy(update={"key": name, "name": name, "reason": name, "file": name})
    (_, read) = csv.reader(io.StringIO(text(row)))
    for written in read:
        for part in written.split(";"):
            assert not part.startswith(("=", "+", "-", "@", "\t", "\r"))


@given(texts)
def test_a_cell_is_one_line_and_no_formula(value):
    written = cell(value)
    assert len(written.splitlines()) <= 1
    assert not written.startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize(("value", "written"), [(100.0, "100"), (1 / 3, "0.333333"), (0.1 + 0.2, "0.3"), (None, "")])
def test_numbers_have_no_needless_decimals(value, written):
    assert cell(value) == written


@given(st.lists(st.builds(Row, key=texts, name=texts, status=st.just("graded"), score=st.sampled_from([None, 0.0, 7.5]),
       max_score=st.just(100.0), late=st.booleans(), attempt=st.integers(1, 9), reason=texts,
       flags=st.sampled_from([(), ("late",), ("late", "policy")])), max_size=4))  # fmt: skip
def test_what_was_written_is_read_again_and_written_alike(rows):
    once = text(*rows)
    again = list(rows_of(once))
    assert [row.score for row in again] == [row.score for row in rows]
    assert [row.flags for row in again] == [row.flags for row in rows]
    assert text(*again) == once
