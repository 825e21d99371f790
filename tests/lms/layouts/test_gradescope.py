"""Gradescope: the YAML file says whose a folder is, and nothing in it is executed."""

import pytest

from grader.errors import UsageError
from grader.lms.reading import read_roster
from tests.lms.downloads import CODE, gradescope, laid, only, rows

TWELVE = ("Student 12", "s012", "s012@example.org")
THIRTEEN = ("Student 13", "s013", "s013@example.org")
YML = "assignment_9_export/submission_metadata.yml"
FILE = "assignment_9_export/submission_{}/attention.py"


def read(tmp_path, metadata, *numbers):
    return read_roster(laid(tmp_path, {YML: metadata, **{FILE.format(number): CODE for number in numbers}}))


def test_the_student_id_is_the_key_and_symbols_are_keys(tmp_path):
    found = read(tmp_path, gradescope((1, [TWELVE]), (2, [THIRTEEN])), 1, 2)
    assert found.layout == "gradescope"
    assert rows(found) == {"s012": ("submitted", FILE.format(1)), "s013": ("submitted", FILE.format(2))}
    assert found.entries[0].ids == {"submission": "1", "sid": "s012", "email": "s012@example.org"}
    assert found.not_work == (YML,)


@pytest.mark.parametrize("sid", ["", "~", "null", "''"])
def test_without_a_student_id_the_address_is_the_key(tmp_path, sid):
    entry = only(read(tmp_path, gradescope((1, [("Student 12", sid, "s012@example.org")])), 1))
    assert (entry.key, "sid" in entry.ids) == ("s012@example.org", False)
    assert "no student id" in entry.note


def test_ids_that_look_like_numbers_stay_as_they_are(tmp_path):
    assert only(read(tmp_path, gradescope((1, [("Student 12", "00123", "a@b")])), 1)).key == "00123"


def test_a_group_is_one_entry_that_knows_all_its_members(tmp_path):
    entry = only(read(tmp_path, gradescope((1, [THIRTEEN, TWELVE])), 1))
    assert (entry.key, entry.group, entry.ids["sid"]) == ("s012-s013", "Student 13, Student 12", "s013 s012")


def test_a_group_with_a_member_without_an_id_goes_by_its_submission(tmp_path):
    assert only(read(tmp_path, gradescope((1, [TWELVE, ("Student 14", "", "x@y")])), 1)).key == "submission_1"


def test_a_folder_that_is_not_in_the_list_is_unmatched(tmp_path):
    assert rows(read(tmp_path, gradescope((1, [TWELVE])), 1, 77))["submission_77"] == ("unmatched", "")


def test_a_submission_without_a_folder_is_nothing(tmp_path):
    assert rows(read(tmp_path, gradescope((1, [TWELVE]), (2, [THIRTEEN])), 1))["s013"] == ("nothing", "")


def test_earlier_submissions_are_counted_and_unknown_keys_ignored(tmp_path):
    more = "  :history:\n  - :id: 5\n    :submitters: []\n  :odd: !ruby/object:Set {hash: {a: true}}"
    assert only(read(tmp_path, gradescope((1, [TWELVE]), more=more), 1)).attempt == 2


def test_no_tag_of_the_file_makes_an_object(tmp_path):
    metadata = gradescope((1, [TWELVE]), more=f"  :x: !!python/object/apply:os.mkdir ['{tmp_path}/made']")
    read(tmp_path, metadata, 1)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("metadata", ["{", "[1, 2]", "", "a: b: c", "\0"])
def test_a_list_that_cannot_be_read_is_said_in_words(tmp_path, metadata):
    with pytest.raises(UsageError, match=r"submission_metadata\.yml"):
        read(tmp_path, metadata, 1)


def test_without_the_list_the_layout_is_refused_in_words(tmp_path):
    laid(tmp_path, {"submission_1/attention.py": CODE})
    with pytest.raises(UsageError, match="there is none"):
        read_roster(tmp_path, layout="gradescope")


def test_noise_of_a_mac_is_nobodys_work(tmp_path):
    laid(tmp_path, {"__MACOSX/assignment_9_export/._x": "", "assignment_9_export/submission_1/.DS_Store": ""})
    found = read(tmp_path, gradescope((1, [TWELVE])), 1)
    assert (only(found).path, len(found.not_work)) == (FILE.format(1), 3)
