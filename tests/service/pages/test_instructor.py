"""What an instructor sees and does."""

import base64
import csv
import io
import re
import zipfile
from datetime import timedelta
from types import SimpleNamespace

import pytest

from grader.report import OutputText
from grader.service.database import reading
from grader.service.store import attempts, standing
from tests.render.reports import check, diagnosis, passed, report, ungraded
from tests.service import made
from tests.service.pages.conftest import dead

BAD = report(check(), passed(), diagnoses=(diagnosis(),))
ADDRESS = "/teach/attention"


@pytest.fixture
def teacher(site):
    return site.sign_in("instructor")


def states(site):
    with reading(site.service.database) as connection:
        course = made.course(site.service.database).id
        known = standing.of_assignment(connection, course, "attention")
        return {one.submission.student_key: (one.attempt.kind, one.attempt.state) for one in known}


def ticks(page):
    return re.findall(r'type="checkbox" name="id" value="([^"]+)"', page)


def test_the_table_has_each_student_once_with_the_graded_submission_that_is_newest(site, teacher):
    site.submission("s1", BAD, number=1, student_name="Student 1")
    counts = site.submission("s1", report(), number=2, student_name="Student 1")
    site.submission("s1", ungraded(), number=3, student_name="Student 1")
    site.submission("s1", number=4, student_name="Student 1")
    waits = site.submission("s2", student_name="Student 2")
    page = teacher.get(ADDRESS).text
    assert sorted(ticks(page)) == sorted([counts.id, waits.id])
    assert "a newer one waits" in page
    assert "2</strong> students have handed in, 2 wait" in page


def test_equal_files_are_flagged(site, teacher):
    site.submission("s1", BAD, student_name="Student 1")
    site.submission("s2", BAD, student_name="Student 2")
    flagged = teacher.get(ADDRESS).text.split('id="flagged"')[1].split("</section>")[0]
    assert "the same file as Student 1" in flagged


def test_who_is_late_is_told_and_counted_by_todays_rules(new_site, tmp_path):
    cost = "late_percent_per_day = 10\ndue = {:%Y-%m-%dT%H:%M:%S}Z"
    site = new_site(made.labs(tmp_path / "labs", cost.format(made.NOON - timedelta(seconds=90))))
    teacher = site.sign_in("instructor")
    site.submission("s1", BAD)

    def told():
        (row,) = rows(teacher.get(f"{ADDRESS}/export/csv").text)
        page = teacher.get(ADDRESS).text
        return row["score"], row["late"], "1 minute late" in page, "counts 4.5" in page

    assert told() == ("4.5", "true", True, True)
    made.labs(tmp_path / "labs", cost.format(made.NOON + timedelta(days=7)))
    assert told() == ("5", "false", False, False)


def unpacked(answer):
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


CANVAS = {"canvas": {"user": "7", "attachment": "987"}}
MOODLE = {"moodle": {"participant": "4711"}}
LATER = report(check(visibility="after_due", message="A telling message.", bugs=("softmax-axis",)), passed(),
               diagnoses=(diagnosis(),), output=OutputText(stdout="A telling print."))  # fmt: skip
WORKSHEET = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\nParticipant 4711,S,,15,\n"


@pytest.mark.parametrize(
    ("due", "withheld", "until"),
    [("due = 2120-01-31T18:00:00Z", True, "until 31 Jan 2120, 18:00 UTC"), ("", True, "as the assignment has no due date"),
     ("due = 2020-01-01T00:00:00Z", False, None)],
)  # fmt: skip
@pytest.mark.parametrize("form", ["canvas-feedback", "moodle-feedback", "moodle"])
def test_a_file_for_students_tells_them_what_their_page_does(new_site, tmp_path, form, due, withheld, until):
    site = new_site(made.labs(tmp_path / "labs", due, "row_sums", "overflow"))
    teacher = site.sign_in("instructor")
    site.submission("s1", LATER, ids=CANVAS | MOODLE if form != "moodle-feedback" else MOODLE)
    made_of = {"files": {"template": ("t.csv", WORKSHEET.encode())}} if form == "moodle" else {}
    page = teacher.post(f"{ADDRESS}/export", {"format": form}, on=ADDRESS, **made_of).text
    data = base64.b64decode(re.search(r"base64,([^\"]+)", page)[1])
    texts = [data.decode()] if form == "moodle" else unpacked(SimpleNamespace(content=data)).values()
    for text in texts:
        assert ("telling" in text or "softmax runs over" in text) != withheld
    assert (f"Of 2 checks only the result is in what students get, {until}: " in page) == withheld
    assert ("Of 2 checks" in page) == withheld


def test_a_file_for_the_instructor_tells_all(new_site, tmp_path):
    site = new_site(made.labs(tmp_path / "labs", "due = 2120-01-31T18:00:00Z", "row_sums"))
    site.submission("s1", LATER)
    page = site.sign_in("instructor").post(f"{ADDRESS}/export", {"format": "junit"}, on=ADDRESS).text
    assert "telling print" in base64.b64decode(re.search(r"base64,([^\"]+)", page)[1]).decode()
    assert "only the result" not in page


NAMES = ["vera_7_1234_attention.py", "Vera_4711_assignsubmission_file_a.py", "..\\..\\x_7_1_a.py", "../x_7_1_a.py"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["canvas-feedback", "moodle-feedback"])
def test_whose_a_page_is_stands_in_no_name_that_a_student_gave(site, teacher, form, name):
    site.submission("mallory", BAD, name=name, student_name=name)
    assert "Nobody would be in this file" in teacher.get(f"{ADDRESS}/export/{form}").text


@pytest.mark.parametrize(
    ("form", "ids", "want"),
    [("canvas-feedback", CANVAS, "7_987_feedback.html"),
     ("moodle-feedback", MOODLE, "student_4711_assignsubmission_file_feedback.html")],
)  # fmt: skip
def test_whose_a_page_is_stands_in_the_numbers_of_the_platform(site, teacher, form, ids, want):
    site.submission("s1", BAD, ids=ids, name=NAMES[0])
    assert list(unpacked(teacher.get(f"{ADDRESS}/export/{form}"))) == [want]


@pytest.mark.parametrize(
    "ids", [{"canvas": {"user": "7"}}, {"canvas": {"user": "7", "attachment": "../1"}}, {"lti": {"user": "7"}}, {}]
)
def test_without_the_numbers_of_the_platform_a_page_has_no_name(site, teacher, ids):
    site.submission("s1", BAD, ids=ids)
    assert teacher.get(f"{ADDRESS}/export/canvas-feedback").status_code == 409


@pytest.mark.parametrize(("ids", "found"), [({"canvas": {"user": "7"}}, True), ({"moodle": {"user": "7"}}, False),
                                            ({"lti": {"user": "7"}}, False)])  # fmt: skip
def test_only_canvas_own_number_is_looked_for_in_its_column(site, teacher, ids, found):
    template = "Student,ID,SIS User ID,SIS Login ID,Section,A (1)\n    Points Possible,,,,,15\nV,7,7,7,x,\n"
    site.submission("s1", BAD, ids=ids)
    files = {"files": {"template": ("t.csv", template.encode())}}
    answer = teacher.post(f"{ADDRESS}/export", {"format": "canvas"}, on=ADDRESS, **files)
    assert ("1 entry written" in answer.text) == found


def test_a_report_that_cannot_be_read_is_one_row_and_no_fault_of_the_page(site, teacher):
    lost, kept = site.submission("s1", BAD), site.submission("s2", report(passed()))
    with reading(site.service.database) as connection:
        digest = standing.of_submission(connection, lost.id).report.json_sha256
    site.service.files.path(digest).write_bytes(b"{")
    assert "report cannot be read" in teacher.get(ADDRESS).text
    assert teacher.get(f"{ADDRESS}/glance").status_code == 200
    found = {row["key"]: row for row in rows(teacher.get(f"{ADDRESS}/export/csv").text)}
    assert (found["s1"]["status"], found["s1"]["score"]) == ("grader_error", "")
    assert "cannot be read" in found["s1"]["reason"]
    assert (found["s2"]["status"], found["s2"]["score"]) == ("graded", "5")
    page = teacher.post(f"{ADDRESS}/export", {"format": "canvas", "column": "A (1)"}, on=ADDRESS).text
    assert "1 entry written, 1 left out." in page
    answer = site.sign_in("student", student="s1").get(f"/s/{lost.id}")
    assert (answer.status_code, "cannot be read" in answer.text) == (503, True)
    assert site.sign_in("student", student="s2").get(f"/s/{kept.id}").status_code == 200


def test_the_ticked_are_graded_again_and_no_others(site, teacher):
    first, second = site.submission("s1", BAD), site.submission("s2", BAD)
    answer = teacher.post(f"{ADDRESS}/regrade", {"id": [first.id]}, on=ADDRESS)
    assert answer.headers["location"].endswith("begun=1&asked=1")
    assert states(site) == {"s1": ("regrade", "queued"), "s2": ("first", "done")}
    with reading(site.service.database) as connection:
        again, before = attempts.of_submission(connection, first.id)
        assert again.seed == before.seed
        assert site.service.jobs.jobs[again.job] == 9
    assert second.id


def test_everybody_is_graded_again_but_for_those_who_are_being_graded(site, teacher):
    site.submission("s1", BAD)
    site.submission("s2")
    answer = teacher.post(f"{ADDRESS}/regrade", {"which": "all"}, on=ADDRESS)
    assert "1 of 2 are graded again, the others are just being graded." in teacher.get(answer.headers["location"]).text
    assert states(site) == {"s1": ("regrade", "queued"), "s2": ("first", "queued")}


def test_nothing_of_another_course_is_graded_again(site, teacher):
    theirs = site.submission("s1", BAD, course_id=made.course(site.service.database, "LM4").id)
    teacher.post(f"{ADDRESS}/regrade", {"id": [theirs.id]}, on=ADDRESS)
    with reading(site.service.database) as connection:
        assert len(attempts.of_submission(connection, theirs.id)) == 1


def test_what_was_parked_is_shown_with_its_fault(site, teacher):
    site.end(site.submission("s1"), None, "parked")
    assert "It broke." in teacher.get(ADDRESS).text


def test_what_did_not_arrive_is_shown_to_whose_course_it_is(site, teacher):
    assert "did not arrive" not in teacher.get(ADDRESS).text
    dead(site, site.submission("s1", BAD, student_name="Student 1"), "It answers 410.")
    page = teacher.get(ADDRESS).text.split('id="dead"')[1].split("</section>")[0]
    assert ("1 result did not arrive" in page, "Student 1" in page, "canvas: It answers 410." in page) == (True,) * 3
    assert "did not arrive" not in site.sign_in("instructor", "LM4").get(ADDRESS).text
    assert "did not arrive" not in teacher.get("/teach/layer-norm").text


def test_a_waiting_submission_is_cancelled(site, teacher):
    one = site.submission("s1")
    assert teacher.post(f"/s/{one.id}/cancel", on=f"/s/{one.id}").status_code == 303
    assert states(site) == {"s1": ("first", "cancelled")}
    assert "was cancelled" in teacher.get(f"/s/{one.id}").text


def test_the_class_at_a_glance_leads_to_each_report(site, teacher):
    one = site.submission("a/b c", BAD, student_name="Student 1")
    site.submission("s2", student_name="Boole")
    page = teacher.get(f"{ADDRESS}/glance").text
    assert "The softmax runs over the queries" in page
    assert "Boole" not in page
    links = re.findall(r'href="((?:feedback|reports)/[^"]+)"', page)
    answer = teacher.get(f"{ADDRESS}/{links[0]}")
    assert answer.headers["location"] == f"/s/{one.id}/report"
    assert teacher.get(f"{ADDRESS}/{links[-1]}").json()["score"] == 5


def test_the_class_sees_nobodys_name(site, teacher):
    site.submission("s1", BAD, student_name="Student 1")
    assert "Student 1" not in teacher.get(f"{ADDRESS}/glance?anonymous=true").text


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_file_of_grades_has_each_student_with_the_score_that_counts(site, teacher):
    site.submission("s1", BAD, student_name="=Student 1")
    site.submission("s2", ungraded(), student_name="Student 2")
    answer = teacher.get(f"{ADDRESS}/export/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="attention-csv.csv"'
    found = {row["key"]: row for row in rows(answer.text)}
    assert found["s1"]["score"] == "5"
    assert found["s1"]["name"] == "'=Student 1"
    assert found["s2"]["score"] == ""


def test_every_format_makes_a_file_or_says_why_not(site, teacher):
    site.submission("s7", BAD, student_name="Student 1", ids={"canvas": {"user": "7"}})
    template = (
        "Student,ID,SIS User ID,SIS Login ID,Section,Attention (123)\n    Points Possible,,,,,15\nStudent 1,7,,,x,\n"
    )
    asked = {
        "csv": {}, "junit": {}, "brightspace": {"column": "Attention"}, "canvas": {"column": "Attention (123)"},
    }  # fmt: skip
    for form, wish in asked.items():
        answer = teacher.post(f"{ADDRESS}/export", {"format": form, **wish}, on=ADDRESS)
        assert answer.status_code == 200, (form, answer.text)
        data = base64.b64decode(re.search(r"base64,([^\"]+)", answer.text)[1])
        assert b"7" in data
        assert "1 entry written, 0 left out." in answer.text
    filled = teacher.post(
        f"{ADDRESS}/export",
        {"format": "canvas", "column": "Attention (123)"},
        on=ADDRESS,
        files={"template": ("t.csv", template.encode())},
    )
    data = base64.b64decode(re.search(r"base64,([^\"]+)", filled.text)[1]).decode()
    assert data.splitlines()[-1] == "Student 1,7,,,x,5"
    refused = {"blackboard": "download the column", "canvas": "Name the assignment", "canvas-feedback": "no number"}
    for form, why in refused.items():
        answer = teacher.post(f"{ADDRESS}/export", {"format": form}, on=ADDRESS)
        assert answer.status_code in (409, 422)
        assert why in answer.text
        assert "--" not in answer.text.split("<main")[1]


def test_who_waits_stands_in_the_way_of_no_template(site, teacher):
    site.submission("a")
    site.submission("b", report(passed(points=100, max_points=100)), ids={"canvas": {"user": "7"}})
    template = "Student,ID,SIS User ID,SIS Login ID,Section,A (1)\n    Points Possible,,,,,100\nV,7,,,x,\n"
    files = {"files": {"template": ("t.csv", template.encode())}}
    assert (
        "1 entry written, 1 left" in teacher.post(f"{ADDRESS}/export", {"format": "canvas"}, on=ADDRESS, **files).text
    )


def test_who_is_left_out_of_a_file_is_told(site, teacher):
    site.submission("s1", BAD)
    site.submission("s2", ungraded("The file is <empty>."))
    page = teacher.post(f"{ADDRESS}/export", {"format": "canvas", "column": "A (1)"}, on=ADDRESS).text
    assert "1 entry written, 1 left out." in page
    assert "s2: not graded (The file is &lt;empty&gt;.)" in page


@pytest.mark.parametrize("points", ["0", "-1", "nan", "inf", "x", "1e999", "1e30", "100001", "1e-9999"])
def test_what_it_is_worth_there_is_a_number(site, teacher, points):
    site.submission("s1", BAD)
    answer = teacher.get(f"{ADDRESS}/export/csv", params={"points": points})
    assert (answer.status_code, "at most 100,000" in answer.text) == (422, True)


@pytest.mark.parametrize(("points", "score"), [("100000", "33333.33"), ("0.5", "0.17"), ("1e-300", "0")])
def test_any_number_of_points_that_a_platform_has_is_taken(site, teacher, points, score):
    site.submission("s1", BAD)
    (row,) = rows(teacher.get(f"{ADDRESS}/export/csv", params={"points": points}).text)
    assert row["score"] == score


def test_an_unknown_assignment_course_or_format_is_not_there(site, teacher):
    operator = site.sign_in("operator", None)
    assert teacher.get("/teach/nothing").status_code == 404
    assert teacher.get(f"{ADDRESS}/export/nothing").status_code == 404
    assert operator.get(f"{ADDRESS}?course=nothing").status_code == 404
    assert teacher.get("/a/..%2f..%2fetc").status_code == 404
    assert teacher.get("/s/%00").status_code == 404
