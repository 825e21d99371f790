import io
import zipfile

import pytest

from grader.lms.gradebooks.feedback_zip import canvas_feedback, moodle_feedback
from tests.lms.gradebooks.importers import canvas_zip_name, moodle_zip_name
from tests.lms.made import line


def page(key: str) -> bytes:
    return key.encode()


def members(made) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("raw_name", ["student1_101_987_attention.py", "student1_LATE_101_987_my_file_1.py", "名前_101_987_link_x.py",
                                      "LATE_101_987_a.py", "101_987_a.py"])  # fmt: skip
def test_canvas_attaches_a_page_to_the_submission_that_it_is_of(raw_name):
    ((name, content),) = members(canvas_feedback([line("k", raw_name=raw_name)], page)).items()
    assert canvas_zip_name(name, {"987": "101"}) == "101"
    assert content == b"k"


@pytest.mark.parametrize(
    "raw_name", ["student1_101_text.html", "student1_101_link.html", "anon_aB3_987_x.py", "attention.py"]
)
def test_what_canvas_would_ignore_is_told(raw_name):
    made = canvas_feedback([line("k", raw_name=raw_name)], page)
    assert members(made) == {}
    assert made.left_out == {"k": "its file in Canvas has no number to attach a page to"}


@pytest.mark.parametrize(
    "raw_name",
    ["Student 1_4711_assignsubmission_file", "Student 1_4711_assignsubmission_file_", "Ana María_4711_assignsubmission_onlinetext",
     "Participant_4711_assignsubmission_file_lab_1.py", "Student 1_4711_assignsubmission_file/sub/lab.py"],
)  # fmt: skip
def test_moodle_gives_a_page_to_the_participant_in_its_name(raw_name):
    ((name, content),) = members(moodle_feedback([line("k", raw_name=raw_name)], page)).items()
    assert moodle_zip_name(name, {"4711"}) == ("4711", "feedback.html")
    assert content == b"k"


def test_a_teams_number_may_be_another_students_and_is_not_used():
    made = moodle_feedback([line("k", group="Team 1", raw_name="Team 1_4711_assignsubmission_file")], page)
    assert members(made) == {}
    assert set(made.left_out) == {"k"}


def test_a_rejected_upload_gets_its_page_and_a_fault_of_ours_none():
    lines = [
        line(key, None, raw_name=f"x_1_{n}_a.py", row_changes={"status": status})
        for n, (key, status) in enumerate([("a", "rejected"), ("b", "grader_error"), ("c", "nothing")])
    ]
    made = canvas_feedback(lines, page)
    assert made.written == ("a",)
    assert set(made.left_out) == {"b", "c"}


@pytest.mark.parametrize(("other", "written"), [("x_1_2_b.py", ("c",)), ("x_1_3_b.py", ("a", "b", "c"))])
def test_no_page_takes_the_place_of_another(other, written):
    lines = [line("a", raw_name="x_1_2_a.py"), line("b", raw_name=other), line("c", raw_name="x_4_5_c.py")]
    made = canvas_feedback(lines, page)
    assert made.written == written
    assert set(members(made).values()) == {page(key) for key in written}
    assert set(made.left_out) == {"a", "b", "c"} - set(written)


def test_the_same_pages_make_the_same_bytes():
    lines = [line("k", raw_name="x_1_2_a.py")]
    assert canvas_feedback(lines, page).data == canvas_feedback(lines, page).data
