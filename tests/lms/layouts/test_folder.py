"""A plain folder: names are keys, and a student's files stay together."""

import pytest

from grader.lms.reading import read_roster
from tests.lms.downloads import CODE, laid, latin, only, roster, rows


def test_each_file_is_a_student(tmp_path):
    found = roster(tmp_path, "s001.py", "s002.ipynb", "s003.zip")
    assert found.layout == "folder"
    assert rows(found) == {
        "s001": ("submitted", "s001.py"),
        "s002": ("submitted", "s002.ipynb"),
        "s003": ("submitted", "s003.zip"),
    }


def test_each_folder_is_a_student_also_a_cloned_repository(tmp_path):
    found = roster(tmp_path, "lab-s001/attention.py", "lab-s001/.git/HEAD", "lab-s001/tests/test_x.py", "lab-s002/a.py")
    assert rows(found) == {"lab-s001": ("submitted", "lab-s001"), "lab-s002": ("submitted", "lab-s002/a.py")}


def test_copies_of_a_template_are_a_row_each(tmp_path):
    found = roster(tmp_path, "Copy of attention.ipynb", "Copy of attention (1).ipynb", "Copy_of attention.ipynb")
    assert len(found.entries) == len({entry.key for entry in found.entries}) == 3


def test_a_folder_around_everything_is_looked_into(tmp_path):
    assert list(rows(roster(tmp_path, "all/in/s001.py", "all/in/s002.py"))) == ["s001", "s002"]


def test_the_only_students_folder_is_not_looked_into(tmp_path):
    assert list(rows(roster(tmp_path, "s001/attention.py", "s001/notes.txt"))) == ["s001"]
    assert list(rows(roster(tmp_path, "s001/attention.py", "s001/more.py", expected="attention.py"))) == ["s001"]


def test_a_zip_in_a_students_folder_is_the_submission(tmp_path):
    entry = only(roster(tmp_path, "s001/lab.zip", "s001/readme.txt"))
    assert (entry.path, entry.passed_over) == ("s001/lab.zip", ("s001/readme.txt",))


def test_of_several_zips_the_last_is_graded_and_the_row_says_so(tmp_path):
    entry = roster(tmp_path, "s001/a.zip", "s001/b.zip", "s002/a.zip").entries[0]
    assert (entry.path, entry.note) == ("s001/b.zip", "Of 2 zips the last is graded.")


def test_a_zip_beside_sources_is_said_to_be_unread(tmp_path):
    assert "not read" in only(roster(tmp_path, "s001/a.py", "s001/b.zip", expected="a.py")).note


def test_a_notebook_and_its_export_are_one_students(tmp_path):
    entry = only(roster(tmp_path, "s001.py", "s001.ipynb"))
    assert entry.files == {"s001.py": "s001.py", "s001.ipynb": "s001.ipynb"}


@pytest.mark.parametrize("name", ["s001.pdf", "s001/report.docx", "s001/venv/lib.py", "s001.txt"])
def test_what_is_no_code_is_a_row_that_says_what_came(tmp_path, name):
    entry = only(roster(tmp_path, name))
    assert (entry.key, entry.status, entry.path, entry.passed_over) == ("s001", "not code", "", (name,))
    assert name.rpartition("/")[2] in entry.note


def test_an_empty_folder_is_a_student_who_handed_in_nothing(tmp_path):
    found = read_roster(laid(tmp_path, {"s001": None, "s002/deep/er": None, "s003.py": CODE}))
    assert {key: status for key, (status, _) in rows(found).items()} == {
        "s001": "nothing",
        "s002": "nothing",
        "s003": "submitted",
    }


def test_names_that_differ_in_case_have_keys_that_any_disk_tells_apart(tmp_path):
    found = roster(tmp_path, "s001.py", "S001.py")
    assert len({entry.key.casefold() for entry in found.entries}) == 2


def test_a_name_in_another_encoding_is_found_on_the_disk_and_has_a_clean_key(tmp_path):
    entry = only(roster(tmp_path, latin("Ünal.py")))
    assert (tmp_path / entry.path).read_text() == CODE
    assert (entry.key, entry.name) == ("_nal", "?nal")


def test_noise_of_computers_is_nobodys_work(tmp_path):
    noise = ("__MACOSX/._s001.py", "._s001.py", ".DS_Store", "Thumbs.db", "s001/.DS_Store", "desktop.ini")
    found = roster(tmp_path, *noise, "s001/attention.py")
    assert (only(found).key, set(found.not_work)) == ("s001", set(noise))


def test_a_folder_that_holds_only_noise_is_a_student_who_handed_in_nothing(tmp_path):
    found = roster(tmp_path, "s001/.DS_Store", "s002/a/.DS_Store", "s002/a.py", "s003/__MACOSX/x", "__MACOSX/s004/._x")
    assert {key: status for key, (status, _) in rows(found).items()} == {
        "s001": "nothing",
        "s002": "submitted",
        "s003": "nothing",
    }


def test_a_link_is_a_row_and_is_not_followed(tmp_path):
    laid(tmp_path, {"outside/reference.py": CODE, "class/s001.py": CODE})
    (tmp_path / "class/s002.py").symlink_to(tmp_path / "outside/reference.py")
    (tmp_path / "class/s003").symlink_to(tmp_path / "outside")
    assert {key: status for key, (status, _) in rows(read_roster(tmp_path / "class")).items()} == {
        "s001": "submitted",
        "s002": "not code",
        "s003": "not code",
    }
