"""nbgrader: a folder a student, and in it one for the assignment."""

import os

import pytest

from grader.errors import UsageError
from grader.lms.reading import read_roster
from tests.lms.downloads import CODE, laid, roster, rows


@pytest.mark.parametrize("start", ["submitted/", ""])
def test_the_student_is_the_key_with_and_without_the_outer_folder(tmp_path, start):
    root = tmp_path / ("course" if start else "submitted")
    found = roster(root, *(f"{start}{student}/ps1/attention.ipynb" for student in ("s001", "s002")))
    assert found.layout == "nbgrader"
    assert rows(found)["s002"] == ("submitted", f"{start}s002/ps1/attention.ipynb")


def test_the_timestamp_is_read_and_not_graded(tmp_path):
    laid(tmp_path, {"submitted/s001/ps1/a.py": CODE, "submitted/s001/ps1/timestamp.txt": "2026-03-03 13:02:03 UTC\n"})
    (entry,) = read_roster(tmp_path).entries
    assert (entry.submitted_at, entry.path) == ("2026-03-03 13:02:03 UTC", "submitted/s001/ps1/a.py")
    assert entry.passed_over == ("submitted/s001/ps1/timestamp.txt",)


def test_the_rest_of_a_course_folder_is_listed_as_unmatched(tmp_path):
    found = roster(tmp_path, "submitted/s001/ps1/a.py", "source/ps1/a.ipynb", "gradebook.db")
    assert {key: status for key, (status, _) in rows(found).items()} == {
        "s001": "submitted",
        "source": "unmatched",
        "gradebook.db": "unmatched",
    }


def test_a_student_with_an_empty_folder_handed_in_nothing(tmp_path):
    laid(tmp_path, {"submitted/s001/ps1/a.py": CODE, "submitted/s002/ps1": None})
    assert rows(read_roster(tmp_path))["s002"] == ("nothing", "")


def test_several_assignments_are_refused_in_words(tmp_path):
    laid(tmp_path, {"submitted/s001/ps1/a.py": CODE, "submitted/s001/ps2/a.py": CODE})
    with pytest.raises(UsageError, match="several assignments: ps1, ps2"):
        read_roster(tmp_path, layout="nbgrader")


def test_a_pipe_or_a_folder_called_timestamp_stops_nobody(tmp_path):
    laid(tmp_path, {"submitted/s001/ps1/a.py": CODE, "submitted/s002/ps1/timestamp.txt": None})
    os.mkfifo(tmp_path / "submitted/s001/ps1/timestamp.txt")
    assert rows(read_roster(tmp_path)) == {"s001": ("submitted", "submitted/s001/ps1/a.py"), "s002": ("nothing", "")}
