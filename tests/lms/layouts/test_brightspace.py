"""Brightspace: the newest of a student's folders, whichever number is the student."""

import pytest

from grader.lms.layouts.brightspace import iso_date
from tests.lms.downloads import brightspace, only, roster

OLD, NEW = "Oct 10, 2025 1022 AM", "12 February, 2026 322 PM"


def read(tmp_path, *folders):
    found = roster(tmp_path, *(f"{folder}/attention.py" for folder in folders), "index.html")
    assert found.layout == "brightspace"
    assert found.not_work == ("index.html",)
    return found


def test_the_newest_folder_of_a_student_is_graded(tmp_path):
    old, new = brightspace(1001, 55, "Student 12", OLD), brightspace(1001, 55, "Student 12", NEW)
    found = read(tmp_path, new, old, brightspace(1002, 55, "Student 13", OLD))
    entry = found.entries[0]
    assert (entry.key, entry.path, entry.attempt) == ("1001", f"{new}/attention.py", 2)
    assert (entry.passed_over, entry.submitted_at) == ((f"{old}/attention.py",), "2026-02-12T15:22")


def test_the_second_number_is_the_key_if_the_first_is_everyones(tmp_path):
    found = read(tmp_path, *(brightspace(55, 1000 + n, f"Student {n}", OLD) for n in (1, 2)))
    assert [entry.key for entry in found.entries] == ["1001", "1002"]
    assert found.entries[0].ids == {"first_number": "55", "second_number": "1001"}


def test_equal_names_with_numbers_of_their_own_are_two_entries(tmp_path):
    again = [brightspace(1001, 55, "Student 12", when) for when in (OLD, NEW)]
    found = read(tmp_path, *again, brightspace(1002, 55, "Student 12", OLD))
    assert [(entry.key, entry.attempt) for entry in found.entries] == [("1001", 2), ("1002", 1)]


def test_where_no_number_tells_people_apart_the_row_says_so(tmp_path):
    folders = [brightspace(9001, 55, "Student 12", OLD), brightspace(9002, 55, "Student 12", NEW)]
    found = read(tmp_path, *folders, brightspace(9003, 55, "Student 13", NEW))
    assert [entry.key for entry in found.entries] == ["Student_12", "Student_13"]
    assert "One person?" in found.entries[0].note


def test_a_name_may_hold_hyphens(tmp_path):
    assert only(read(tmp_path, brightspace(1001, 55, "Student - Twelve-B", OLD))).name == "Student - Twelve-B"


def test_dates_that_nobody_can_read_are_said_and_ordered_by_number(tmp_path):
    folders = [brightspace(1001, 55 + n, "Student 12", when) for n, when in enumerate(["3 mars 2026 15", OLD])]
    entry = only(read(tmp_path, *folders))
    assert entry.path == f"{folders[1]}/attention.py"
    assert "could not be read" in entry.note


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        (OLD, "2025-10-10T10:22"),
        (NEW, "2026-02-12T15:22"),
        ("Jan 1, 2026 1205 AM", "2026-01-01T00:05"),
        ("1 January, 2026 12:05 PM", "2026-01-01T12:05"),
        ("1 January 2026 1505", "2026-01-01T15:05"),
        ("10.10.2025 1022", ""),
        ("Foo 10, 2025 1022 AM", ""),
        ("Oct 10, 2025 morning", ""),
    ],
)
def test_a_date_is_read_in_either_order(text, iso):
    assert iso_date(text) == iso
