"""Canvas: all that it puts into a name, read from the left."""

import pytest

from tests.lms.downloads import canvas, only, roster


def read(tmp_path, *names, **options):
    found = roster(tmp_path, *names, **options)
    assert found.layout == "canvas"
    return found


@pytest.mark.parametrize("name", ["student12", "12 student", "Müller 12", "学生十二", "twelve_1_late", "12"])
def test_the_id_is_the_key_whatever_the_name(tmp_path, name):
    entry = only(read(tmp_path, canvas(name, 1001, 5001, "attention.py")))
    assert (entry.key, entry.ids) == ("1001", {"user_id": "1001", "attachment": "5001"})
    assert (entry.status, entry.path, entry.late) == ("submitted", entry.raw_name, False)


def test_late_is_a_flag_and_no_part_of_the_name(tmp_path):
    entry = only(read(tmp_path, canvas("student12", 1001, 5001, "attention.py", late=True)))
    assert (entry.late, entry.name) == (True, "student12")


def test_anonymous_files_have_a_key_and_no_name(tmp_path):
    late = canvas("", "anon_aB3dE", 987, "x.py", late=True)
    assert late == "LATE_anon_aB3dE_987_x.py"
    found = read(tmp_path, late, canvas("", "anon_Zz9", 988, "x.py"))
    assert [(e.key, e.name, e.late) for e in found.entries] == [("anon_Zz9", "", False), ("anon_aB3dE", "", True)]
    assert found.entries[1].ids["anonymous_id"] == "aB3dE"


def test_anonymous_ids_that_differ_in_case_stay_two_entries_on_any_disk(tmp_path):
    found = read(tmp_path, canvas("", "anon_aB", 1, "x.py"), canvas("", "anon_Ab", 2, "x.py"))
    assert len({entry.key.casefold() for entry in found.entries}) == 2


@pytest.mark.parametrize("file", ["x_12_34_attention.py", "hw 1 (2).py", "a_b_7_.py", "text.html.py", "日本_5_6.py"])
def test_underscores_and_numbers_in_a_students_file_name_belong_to_it(tmp_path, file):
    entry = only(read(tmp_path, canvas("student12", 1001, 5001, file)))
    assert (entry.key, entry.ids["attachment"]) == ("1001", "5001")


@pytest.mark.parametrize("kind", ["text", "link"])
def test_a_text_or_a_link_is_a_row_that_is_not_code(tmp_path, kind):
    entry = only(read(tmp_path, canvas("student12", 1001, "", f"{kind}.html")))
    assert (entry.key, entry.status, entry.path) == ("1001", "not code", "")
    assert entry.passed_over == (entry.raw_name,)
    assert {"text": "typed", "link": "link"}[kind] in entry.note


def test_a_group_is_one_entry_under_the_id_of_who_handed_in(tmp_path):
    entry = only(read(tmp_path, canvas("Group 3", 1007, 5001, "attention.py")))
    assert (entry.key, entry.name) == ("1007", "group3")


def test_groups_whose_names_end_in_numbers_keep_their_ids(tmp_path):
    found = read(tmp_path, *(canvas(f"Group_{n}", 1000 + n, 5000 + n, "attention.py") for n in (1, 2)))
    assert [(e.key, e.name) for e in found.entries] == [("1001", "group_1"), ("1002", "group_2")]


def test_one_id_is_never_two_groups(tmp_path):
    names = [canvas(name, user, user + 1, "a.py") for name, user in (("Red_3", 1001), ("Blue_3", 1002), ("Ann", 1003))]
    assert [(e.key, e.name) for e in read(tmp_path, *names).entries] == [
        ("1001", "red_3"),
        ("1002", "blue_3"),
        ("1003", "ann"),
    ]


def test_a_number_before_everyones_file_name_is_no_attachment(tmp_path):
    found = read(tmp_path, *(canvas(f"student{n}", 1000 + n, 5000 + n, "1_attention.py") for n in (1, 2)))
    assert [entry.key for entry in found.entries] == ["1001", "1002"]


@pytest.mark.parametrize(
    ("file", "attempt"), [("attention-2.py", 3), ("attention.py", 1), ("hw-1.py", 1), ("attention-1.ipynb", 1)]
)
def test_a_number_behind_the_name_is_a_resubmission_only_of_the_expected_file(tmp_path, file, attempt):
    found = read(tmp_path, canvas("student12", 1001, 5001, file), expected="attention.py")
    assert only(found).attempt == attempt


def test_without_an_expected_file_no_number_is_taken_off(tmp_path):
    assert only(read(tmp_path, canvas("student12", 1001, 5001, "hw-1.py"))).attempt == 1


def test_several_files_of_one_student_are_one_entry_by_their_own_names(tmp_path):
    names = [canvas("student12", 1001, aid, file) for aid, file in ((5001, "attention-1.py"), (5002, "parts.py"))]
    entry = only(read(tmp_path, *names, canvas("student12", 1001, 5003, "notes.pdf"), expected="attention.py"))
    assert entry.files == dict(zip(["attention.py", "parts.py"], names, strict=True))
    assert entry.path in names
    assert entry.passed_over == ("student12_1001_5003_notes.pdf",)


def test_of_two_files_of_one_name_the_later_attachment_is_graded(tmp_path):
    names = [canvas("student12", 1001, aid, "attention.py") for aid in (999, 5001)]
    entry = only(read(tmp_path, *names))
    assert (entry.path, entry.files, entry.passed_over) == (names[1], {}, (names[0],))


def test_what_is_not_canvass_is_listed_as_unmatched(tmp_path):
    found = read(tmp_path, *(canvas("s", user, 1, "x.py") for user in (1, 2)), "notes/read.py", "notes/me.txt")
    (stray,) = [entry for entry in found.entries if entry.status == "unmatched"]
    assert (stray.raw_name, stray.path, len(stray.passed_over)) == ("notes", "", 2)
