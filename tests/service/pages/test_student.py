"""Handing in by form, waiting, and reading the result."""

import shutil
import tempfile
from datetime import timedelta

import pytest

from grader.service.database import reading, writing
from grader.service.store import attempts, standing, submissions
from tests.browser.test_page import HOSTILE
from tests.render.reports import check, diagnosis, report, ungraded, written_by_student
from tests.service import made

CODE = {"file": ("attention.py", b"x = 1\n", "text/x-python")}


def handed_in(site):
    with reading(site.service.database) as connection:
        course = connection.exec_driver_sql("SELECT id FROM courses").scalar()
        return submissions.listed(connection, course) if course else []


@pytest.fixture
def student(site):
    return site.sign_in("student", student="s1")


def test_an_upload_is_taken_and_leads_to_where_it_stands(site, student):
    answer = student.post("/a/attention", on="/a/attention", files=CODE)
    assert answer.status_code == 303
    (one,) = handed_in(site)
    assert answer.headers["location"] == f"/s/{one.id}"
    assert (one.student_key, one.name, one.number) == ("s1", "attention.py", 1)
    assert site.service.files.get(one.source_sha256) == b"x = 1\n"
    assert "It is next." in student.get(f"/s/{one.id}").text


def test_a_form_that_is_sent_twice_hands_in_once_and_another_file_is_another(site, student):
    form = {"once": "o" * 22}
    first = student.post("/a/attention", form, on="/a/attention", files=CODE)
    assert (
        student.post("/a/attention", form, on="/a/attention", files=CODE).headers["location"]
        == first.headers["location"]
    )
    other = {"file": ("attention.py", b"x = 2\n")}
    student.post("/a/attention", form, on="/a/attention", files=other)
    assert [one.number for one in handed_in(site)] == [2, 1]


def test_a_file_that_is_sent_again_after_another_counts_again(site, student):
    form = {"once": "o" * 22}
    led_to = [
        student.post("/a/attention", form, on="/a/attention", files={"file": ("a.py", data)}).headers["location"]
        for data in (b"a", b"b", b"a", b"a", b"b")
    ]
    assert led_to[3] == led_to[2]
    newest_first = [f"/s/{one.id}" for one in sorted(handed_in(site), key=lambda one: -one.number)]
    assert newest_first == [led_to[4], led_to[2], led_to[1], led_to[0]]


def test_a_form_that_is_sent_for_another_student_is_another(site):
    instructor = site.sign_in("instructor")
    for name in ("s1", "s2", "s2"):
        instructor.post("/a/attention", {"student": name, "once": "o"}, on="/a/attention", files=CODE)
    assert sorted(one.student_key for one in handed_in(site)) == ["s1", "s2"]


@pytest.mark.parametrize(
    ("files", "status", "said"),
    [
        ({}, 422, "Choose a file"),
        ({"file": ("", b"")}, 422, "Choose a file"),
        ({"file": ("a.exe", b"x")}, 415, "Hand in"),
    ],
)
def test_what_is_wrong_with_an_upload_is_told_beside_the_form(student, files, status, said):
    answer = student.post("/a/attention", on="/a/attention", files=files)
    assert answer.status_code == status
    assert said in answer.text.split('role="alert"')[1].split("</p>")[0]
    assert 'type="file"' in answer.text


def test_a_student_hands_in_for_nobody_else(site, student):
    student.post("/a/attention", {"student": "s2"}, on="/a/attention", files=CODE)
    assert [one.student_key for one in handed_in(site)] == ["s1"]


def test_an_instructor_hands_in_for_a_student(site):
    instructor = site.sign_in("instructor")
    assert instructor.post("/a/attention", {"student": "s9"}, on="/a/attention", files=CODE).status_code == 303
    assert [one.student_key for one in handed_in(site)] == ["s9"]


def test_a_file_that_is_too_large_is_refused_on_a_page(new_site):
    site = new_site(max_upload_mb=1)
    answer = site.sign_in("student", student="s1").post(
        "/a/attention", on="/a/attention", files={"file": ("a.py", b"x" * 2**21)}
    )
    assert answer.status_code == 413
    assert '<p class="text lead" role="alert">An upload has 1 MB at most.' in answer.text
    assert handed_in(site) == []


def test_too_many_uploads_are_told_when_to_come_again(new_site):
    site = new_site(rate_per_minute=1)
    student = site.sign_in("student", student="s1")
    student.post("/a/attention", on="/a/attention", files=CODE)
    answer = student.post("/a/attention", on="/a/attention", files=CODE)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")
    assert "times a minute" in answer.text


def test_a_form_with_too_much_in_it_is_refused(student):
    answer = student.post("/a/attention", {f"f{i}": "x" for i in range(3000)}, on="/a/attention", files=CODE)
    assert answer.status_code == 400


def test_whoever_waits_sees_the_place_in_the_queue_and_no_news_is_no_page(site, student):
    site.submission("s2")
    one = site.submission("s1")
    assert "Place 2 in the queue." in student.get(f"/s/{one.id}").text
    assert student.get(f"/s/{one.id}/status?seen=queued.1.0").status_code == 204
    assert "Place 2" in student.get(f"/s/{one.id}/status?seen=queued.2.0").text
    with writing(site.service.database) as connection:
        attempt = attempts.of_submission(connection, one.id)[0]
        assert attempts.take(connection, attempt.id, 0, "w", "lease")
    assert "being graded now" in student.get(f"/s/{one.id}/status?seen=queued.1.0").text


def test_the_page_is_loaded_anew_without_script_and_asks_by_itself_with_it(site, student):
    page = student.get(f"/s/{site.submission('s1').id}").text
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert 'hx-trigger="every 1s"' in page


def test_what_is_graded_is_the_report_and_says_so_to_whoever_waits(site, student):
    one = site.submission("s1", report(check(), diagnoses=(diagnosis(),)))
    assert student.get(f"/s/{one.id}/status").headers["hx-refresh"] == "true"
    page = student.get(f"/s/{one.id}").text
    assert "The softmax runs over the queries" in page
    assert 'href="/a/attention"' in page
    assert page.count("<body>") == page.count("<nav ") == 1


def test_what_is_graded_again_shows_the_report_that_there_is(site, student):
    one = site.submission("s1", report(check(), diagnoses=(diagnosis(),)))
    with writing(site.service.database) as connection:
        attempts.add(connection, one.id, kind="regrade", priority=9, seed=7)
    assert f'href="/s/{one.id}/report"' in student.get(f"/s/{one.id}").text
    assert "an earlier result" in student.get(f"/s/{one.id}/report").text


def test_what_is_graded_again_in_vain_keeps_its_report_and_says_so(site, student):
    one = site.submission("s1", report(check(), diagnoses=(diagnosis(),)))
    assert "in vain" not in student.get(f"/s/{one.id}").text
    with writing(site.service.database) as connection:
        attempts.add(connection, one.id, kind="regrade", priority=9, seed=7)
    site.end(one, ungraded("It broke.").model_copy(update={"status": "grader_error"}))
    for page in (student.get(f"/s/{one.id}").text, student.get("/a/attention").text):
        assert "graded again in vain" in page
        assert "It broke." not in page
    assert "The softmax runs over the queries" in student.get(f"/s/{one.id}").text


def test_a_long_file_that_cannot_be_kept_meanwhile_is_refused_in_words(site, student, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "a disk that is not there"))
    answer = student.post("/a/attention", on="/a/attention", files={"file": ("attention.py", b"#" * 1_100_000)})
    assert answer.status_code == 503
    assert "Send it again later" in answer.text


def test_what_rests_says_so_and_why_to_instructors(site, student):
    one = site.submission("s1")
    with writing(site.service.database) as connection:
        (first,) = attempts.of_submission(connection, one.id)
        taken = attempts.take(connection, first.id, 0, "w", "lease")
        attempts.put_back(connection, taken, died="The manifest is broken.", most_deaths=5, rests=True)
    assert "It is tried again by itself." in student.get(f"/s/{one.id}").text
    assert "The manifest is broken." not in student.get(f"/s/{one.id}").text
    assert "The manifest is broken." in site.sign_in("instructor").get(f"/s/{one.id}").text


def test_what_was_parked_is_our_fault_and_the_fault_is_for_instructors(site, student):
    one = site.submission("s1")
    site.end(one, None, "parked")
    assert "our fault" in student.get(f"/s/{one.id}").text
    assert "It broke." not in student.get(f"/s/{one.id}").text
    assert "It broke." in site.sign_in("instructor").get(f"/s/{one.id}").text


def test_lateness_and_what_it_costs_are_told_by_todays_rules(new_site, tmp_path):
    cost = "late_percent_per_day = 10\ndue = {:%Y-%m-%dT%H:%M:%S}Z"
    rules = made.labs(tmp_path / "labs", cost.format(made.NOON - timedelta(hours=3)))
    site = new_site(rules)
    student, one = site.sign_in("student", student="s1"), site.submission("s1", report())
    waits = site.submission("s1", number=2)
    pages = (f"/s/{one.id}", f"/s/{waits.id}", "/a/attention")
    assert ["3 hours late" in student.get(page).text.replace("3 Hours", "3 hours") for page in pages] == [True] * 3
    assert "it counts 4.5 of 15" in student.get(f"/s/{one.id}").text
    made.labs(tmp_path / "labs", cost.format(made.NOON + timedelta(days=7)))  # everybody has a week more
    assert [" late" in student.get(page).text for page in pages] == [False] * 3


def test_what_was_late_stays_so_where_the_assignment_is_there_no_more(new_site, tmp_path):
    site = new_site(made.labs(tmp_path / "labs", "due = 2026-11-30T09:00:00Z"))
    one = site.submission("s1", report(), late_seconds=2 * 3600)
    shutil.rmtree(tmp_path / "labs" / "attention")
    assert "2 hours late" in site.sign_in("student", student="s1").get(f"/s/{one.id}").text


def test_a_student_finds_all_that_they_handed_in_and_nothing_of_others(site, student):
    site.submission("s2", report(), name="theirs.py")
    for number in (1, 2):
        site.submission("s1", report(), number=number, name=f"mine{number}.py")
    page = student.get("/a/attention").text
    assert "mine1.py" in page
    assert "mine2.py" in page
    assert "theirs.py" not in page


@pytest.mark.parametrize(
    "text", [*HOSTILE, 'a"\r\nSet-Cookie: x=1', "../../etc/x.py", "\u202egnp.py", "\ud83d"[:0] + "é"]
)
def test_names_and_reports_are_text_on_every_page(site, text):
    course_students = (text[:200], "s2")
    for key in course_students:
        site.submission(key, written_by_student(text), student_name=text, name=text)
    student, instructor = site.sign_in("student", student=text[:200]), site.sign_in("instructor")
    with reading(site.service.database) as connection:
        (mine,) = standing.of_assignment(connection, handed_in(site)[0].course_id, "attention", text[:200])
    looks = [(student, "/a/attention"), (student, f"/s/{mine.submission.id}"), (instructor, "/teach/attention")]
    looks += [(instructor, f"/s/{mine.submission.id}"), (instructor, "/teach/attention/glance")]
    for who, address in looks:
        page = who.get(address)
        assert page.status_code == 200
        for piece in (
            "<script>window",
            "<img",
            "<svg onload",
            'onload="',
            "<iframe",
            "<link rel=stylesheet",
            "javascript:window.owned = 1'>",
            "\u202e",
        ):
            assert piece not in page.text, (address, piece)
    saved = student.get(f"/s/{mine.submission.id}/source")
    assert saved.headers["content-type"] == "application/octet-stream"
    assert saved.headers["content-disposition"].startswith("attachment; ")
    assert not set(saved.headers["content-disposition"]) & set('\r\n"<>/\\')
    assert "set-cookie" not in saved.headers
