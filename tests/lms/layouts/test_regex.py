"""The instructor's own pattern: nbgrader's groups, and errors in words."""

import pytest

from grader.errors import UsageError
from grader.lms.reading import read_roster
from tests.lms.downloads import only, roster, rows

PATTERN = r"(?P<last_name>\w+)-(?P<student_id>s\d+)-(?P<timestamp>\d+)-(?P<file_id>.+)"


def test_the_groups_make_the_row(tmp_path):
    entry = only(roster(tmp_path, "twelve-s012-1-attention.py", "twelve-s012-2-attention.py", name_regex=PATTERN))
    assert (entry.key, entry.name, entry.submitted_at, entry.attempt) == ("s012", "twelve", "2", 2)
    assert (entry.path, entry.passed_over) == ("twelve-s012-2-attention.py", ("twelve-s012-1-attention.py",))


def test_the_whole_path_is_searched(tmp_path):
    found = roster(tmp_path, "lab-s001/a.py", "lab-s001/b.py", "lab-s002/a.py", name_regex=r"^lab-(?P<key>\w+)/")
    assert rows(found) == {"s001": ("submitted", "lab-s001"), "s002": ("submitted", "lab-s002/a.py")}


def test_all_names_and_the_address_are_kept(tmp_path):
    pattern = r"(?P<first_name>[a-z]+)\.(?P<last_name>\w+)_(?P<email>[^_]+)_(?P<student_id>s\d+)"
    entry = only(roster(tmp_path, "student.12_s012@x.org_s012.py", name_regex=pattern))
    assert (entry.name, entry.ids) == ("student 12", {"student_id": "s012", "email": "s012@x.org"})


def test_what_does_not_match_is_listed(tmp_path):
    found = roster(tmp_path, "a-s001-1-x.py", "other.py", name_regex=PATTERN)
    assert rows(found)["other.py"] == ("unmatched", "")


def test_an_optional_id_that_is_not_there_is_no_match(tmp_path):
    found = roster(tmp_path, "s1.py", "x.py", name_regex=r"(?P<student_id>s\d)?\w*\.py")
    assert rows(found) == {"s1": ("submitted", "s1.py"), "x.py": ("unmatched", "")}


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("(", "not a regular expression"),
        (r"(?P<student>\w+)", "names a group 'student'"),
        (r"(?P<email>\w+)", "must name a group student_id"),
        (r"(?P<key>nobody)", "matches none of 1 files, not even 's001.py'"),
    ],
)
def test_a_pattern_that_cannot_work_is_said_in_words(tmp_path, pattern, sentence):
    with pytest.raises(UsageError, match=sentence):
        roster(tmp_path, "s001.py", name_regex=pattern)


def test_a_pattern_and_a_layout_contradict_each_other(tmp_path):
    roster(tmp_path, "s001.py")
    with pytest.raises(UsageError, match="give one of them"):
        read_roster(tmp_path, layout="canvas", name_regex=PATTERN)
