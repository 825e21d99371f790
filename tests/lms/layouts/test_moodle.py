"""Moodle: both modes, blind marking, teams, old versions and typed texts."""

import pytest

from grader.lms.reading import read_roster
from tests.lms.downloads import CODE, laid, moodle, only, roster


def read(tmp_path, *names, **options):
    found = roster(tmp_path, *names, **options)
    assert found.layout == "moodle"
    return found


@pytest.mark.parametrize("old", [False, True])
def test_the_participant_is_the_key_in_folders(tmp_path, old):
    folder = moodle("Student 12", 1234567, old=old)
    entry = only(read(tmp_path, f"{folder}/attention.py"))
    assert (entry.key, entry.name, entry.ids) == ("1234567", "Student 12", {"participant": "1234567"})
    assert (entry.path, entry.raw_name) == (f"{folder}/attention.py", folder)


def test_several_files_in_a_folder_are_graded_as_that_folder(tmp_path):
    folder = moodle("Student 12", 7)
    entry = only(read(tmp_path, f"{folder}/attention.py", f"{folder}/parts/softmax.py", f"{folder}/data.csv"))
    assert (entry.path, entry.files, entry.passed_over) == (folder, {}, ())


def test_the_participant_is_the_key_in_flat_mode(tmp_path):
    name = f"{moodle('Student_12', 1234567)}_lab_9_attention.py"
    entry = only(read(tmp_path, name))
    assert (entry.key, entry.name, entry.path) == ("1234567", "Student 12", name)


def test_a_students_file_name_cannot_pass_for_another_student(tmp_path):
    name = f"{moodle('Student 12', 7)}_x_8_assignsubmission_file_attention.py"
    assert only(read(tmp_path, name)).key == "7"


@pytest.mark.parametrize("word", ["Participant", "Teilnehmer/in".replace("/", ""), "参加者"])
def test_blind_marking_in_any_language_is_read(tmp_path, word):
    found = read(tmp_path, *(f"{moodle(word, number)}/attention.py" for number in (8, 9)))
    assert [entry.key for entry in found.entries] == ["8", "9"]


def test_a_team_is_one_entry(tmp_path):
    assert only(read(tmp_path, f"{moodle('Team_Red', 33)}/attention.py")).key == "33"


@pytest.mark.parametrize("end", ["/attention.py", "_attention.py"])
def test_the_default_group_without_a_number_is_an_entry(tmp_path, end):
    entry = only(read(tmp_path, moodle("Default group", "") + end))
    assert (entry.key, entry.group, entry.ids) == ("Default_group", "Default group", {})


def test_a_typed_text_alone_is_not_code(tmp_path):
    entry = only(read(tmp_path, f"{moodle('Student 12', 7, 'onlinetext')}/onlinetext.html"))
    assert (entry.status, entry.key) == ("not code", "7")
    assert "typed" in entry.note


def test_a_typed_text_beside_a_file_does_not_hide_the_file(tmp_path):
    file, text = f"{moodle('Student 12', 7)}/attention.py", f"{moodle('Student 12', 7, 'onlinetext')}/onlinetext.html"
    entry = only(read(tmp_path, file, text))
    assert (entry.status, entry.path, entry.passed_over) == ("submitted", file, (text,))


def test_feedback_files_are_not_graded(tmp_path):
    own, ours = f"{moodle('Student 12', 7)}/attention.py", "Student 12_7_assignfeedback_file/better.py"
    entry = only(read(tmp_path, own, ours))
    assert (entry.path, entry.passed_over) == (own, (ours,))


def test_an_empty_folder_is_a_student_who_handed_in_nothing(tmp_path):
    laid(tmp_path, {f"{moodle('Student 12', 7)}": None, f"{moodle('Student 13', 8)}/attention.py": CODE})
    assert [(e.key, e.status) for e in read_roster(tmp_path).entries] == [("7", "nothing"), ("8", "submitted")]


def test_equal_names_are_two_entries(tmp_path):
    found = read(tmp_path, *(f"{moodle('Student 12', number)}/attention.py" for number in (7, 8)))
    assert [entry.key for entry in found.entries] == ["7", "8"]


def test_a_site_that_puts_the_user_name_first_is_read_by_a_pattern(tmp_path):
    pattern = r"^(?P<last_name>[^_]+)_[^_]+_(?P<student_id>\d+)_assignsubmission_file/"
    folders = [f"s0{n}_{moodle(f'Student {n}', 700 + n)}" for n in (1, 2)]
    found = roster(tmp_path, *(f"{folder}/{file}.py" for folder in folders for file in "ab"), name_regex=pattern)
    assert [(entry.key, entry.name, entry.path) for entry in found.entries] == [
        ("701", "s01", folders[0]),
        ("702", "s02", folders[1]),
    ]
