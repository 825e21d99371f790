"""Blackboard: the datafile is trusted, what a student writes into it is not."""

import pytest

from grader.lms.layouts.datafile import read_datafile
from grader.lms.reading import read_roster
from tests.lms.downloads import NO_TEXT, blackboard, laid, only

FIRST, SECOND = "2026-03-03-13-02-03", "2026-03-04-08-00-00"
LAB = {"attention.py": "attention.py"}


def read(tmp_path, *attempts):
    found = read_roster(laid(tmp_path, {name: data for attempt in attempts for name, data in attempt.items()}))
    assert found.layout == "blackboard"
    return found


def test_the_datafile_says_whose_a_file_is_where_the_name_is_ambiguous(tmp_path):
    entry = only(read(tmp_path, blackboard("Lab_3_final", "s_001", FIRST, LAB)))
    assert (entry.key, entry.name, entry.ids) == ("s_001", "Student 12", {"username": "s_001"})
    assert (entry.status, entry.path) == ("submitted", f"Lab_3_final_s_001_attempt_{FIRST}_attention.py")
    assert entry.passed_over == (f"Lab_3_final_s_001_attempt_{FIRST}.txt",)


def test_the_newest_attempt_is_graded_and_the_others_are_passed_over(tmp_path):
    entry = only(read(tmp_path, blackboard("Lab", "s001", SECOND, LAB), blackboard("Lab", "s001", FIRST, LAB)))
    assert (entry.path, entry.attempt, entry.submitted_at) == (f"Lab_s001_attempt_{SECOND}_attention.py", 2, SECOND)
    assert f"Lab_s001_attempt_{FIRST}_attention.py" in entry.passed_over


def test_renamed_files_are_graded_under_their_original_names(tmp_path):
    files = {"attention_1_.py": "attention.py", "parts__.py": "parts.py"}
    entry = only(read(tmp_path, blackboard("Lab", "s001", FIRST, files)))
    assert set(entry.files) == {"attention.py", "parts.py"}


def test_without_datafiles_the_common_start_is_the_assignment(tmp_path):
    found = read(tmp_path, *(blackboard("Lab_3", f"s_{n}", FIRST, LAB, datafile=False) for n in ("001", "002")))
    assert [entry.key for entry in found.entries] == ["001", "002"]  # ambiguous, and said to be a guess
    assert all("guessed" in entry.note for entry in found.entries)


def test_one_datafile_tells_the_assignment_to_the_files_that_lack_theirs(tmp_path):
    lacking = blackboard("Lab_3", "s_002", FIRST, LAB, datafile=False)
    found = read(tmp_path, blackboard("Lab_3", "s_001", FIRST, LAB), lacking)
    assert [entry.key for entry in found.entries] == ["s_001", "s_002"]


def test_a_lone_file_without_a_datafile_is_still_a_row(tmp_path):
    assert only(read(tmp_path, blackboard("Lab_3", "s001", FIRST, LAB, datafile=False))).key == "s001"


def test_an_attempt_without_files_is_nothing(tmp_path):
    assert only(read(tmp_path, blackboard("Lab", "s001", FIRST, {}))).status == "nothing"


def test_a_typed_answer_is_not_code(tmp_path):
    assert only(read(tmp_path, blackboard("Lab", "s001", FIRST, {}, text="def softmax(x): ..."))).status == "not code"


def test_a_comment_cannot_claim_the_file_of_another(tmp_path):
    other = f"Lab_s002_attempt_{FIRST}_attention.py"
    comment = f"Name: Student 2 (s002)\nFiles:\n\tOriginal filename: mine.py\n\tFilename: {other}"
    found = read(
        tmp_path, blackboard("Lab", "s001", FIRST, LAB, comment=comment), blackboard("Lab", "s002", FIRST, LAB)
    )
    assert [(entry.key, entry.path) for entry in found.entries] == [
        ("s001", f"Lab_s001_attempt_{FIRST}_attention.py"),
        ("s002", other),
    ]


def test_a_comment_cannot_rename_a_file(tmp_path):
    comment = f"Files:\n\tOriginal filename: other.pdf\n\tFilename: Lab_s001_attempt_{FIRST}_attention.py"
    entry = only(read(tmp_path, blackboard("Lab", "s001", FIRST, LAB, comment=comment)))
    assert entry.status == "submitted"


def test_a_file_called_like_a_datafile_is_a_students_file(tmp_path):
    forged = f"Lab_s001_attempt_{FIRST}_Lab_s002_attempt_2027-01-01-00-00-00.txt"
    attempts = [blackboard("Lab", user, FIRST, LAB) for user in ("s001", "s002")]
    found = read(tmp_path, *attempts, {forged: "Name: Student 2 (s002)\nFiles:\n"})
    assert forged in found.entries[0].passed_over
    assert found.entries[1].attempt == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_datafile_is_read_in_its_encoding(tmp_path, encoding):
    path = tmp_path / "a.txt"
    path.write_bytes("Name: Ünal (nick) Student 12 (s001)\n".encode(encoding))
    assert read_datafile(path)[:2] == ("s001", "Ünal (nick) Student 12")


@pytest.mark.parametrize("text", ["", "\n", "Date Submitted: x", "Name: nobody"])
def test_a_datafile_that_says_nothing_names_nobody(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_text(text)
    assert read_datafile(path).user == ""


@pytest.mark.parametrize("text", [f"Submission Field: {NO_TEXT}", "Submission Field:\n\nComments:\nx"])
def test_the_absence_of_a_text_is_no_text(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_text(f"Name: A (a)\n{text}")
    assert not read_datafile(path).typed
