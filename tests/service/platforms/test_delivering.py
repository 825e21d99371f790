import json
from dataclasses import replace

import pytest

from grader.service.database import reading, writing
from grader.service.delivering import Delivering
from grader.service.platforms.connections import CanvasConnection
from grader.service.service import Service
from grader.service.store import attempts, courses, deliveries, submissions
from tests.service import made, serving
from tests.service.platforms.fake_canvas import TOKEN, fake_canvas

WORK = b"def softmax(scores): ..."


def running(database, folder, there, course="LM3"):
    connection = CanvasConnection(
        course=course, url=there.url, token=TOKEN, canvas_course=12, assignments={"attention": 45}
    )
    return serving.service(database, folder, canvas={"main": connection}, public_url="https://grader.example")


def report(score, message=""):
    return {
        "status": "rejected" if score is None else "graded", "message": message, "score": score, "max_score": 100.0,
        "assignment": {"id": "attention", "version": "1", "digest": "d"}, "submission": {"name": "a.py", "sha256": "0", "functions": {}},
        "sandbox": {"level": "process", "layers": []}, "environment": {}, "seed": 1, "timings": {"start": 0, "load": 0, "calls": 0, "total": 0},
        "diagnoses": [{"bug": "softmax.axis", "title": "Softmax over the wrong axis", "explanation": "", "hint": "", "function": "softmax", "lesson": ""}],
    }  # fmt: skip


@pytest.fixture
def connected(database, tmp_path):
    """A course at a Canvas that is there, a service that fetched one work of it, and what delivers."""
    made.course(database)
    with fake_canvas() as there:
        there.hand_in(7, WORK)
        one = running(database, tmp_path, there)
        delivering = Delivering(one)
        delivering.poll()
        yield there, one, delivering


def fetched(database):
    with reading(database) as connection:
        return submissions.listed(connection, courses.by_name(connection, "LM3").id)


def test_work_is_fetched_from_canvas_graded_and_the_grade_put_back_once(database, connected):
    there, one, delivering = connected
    delivering.poll()
    (submission,) = fetched(database)
    assert (submission.student_key, submission.student_name, submission.name) == (
        "canvas:main:7",
        "Student 7",
        "attention.py",
    )
    assert submission.received_at.isoformat() == "2026-11-30T11:00:00+00:00", (
        "when it was handed in, not when it was fetched"
    )
    assert one.files.get(submission.source_sha256) == WORK

    serving.graded(one, submission.id, report(62.5))
    assert delivering.outbox.send_due() == 1
    assert delivering.outbox.send_due() == 0

    assert there.students[7]["score"] == 62.5
    (comment,) = there.students[7]["submission_comments"]
    lines = comment["comment"].split("\n")
    assert lines[:3] == [
        "62.5 of 100 points.",
        "- Softmax over the wrong axis",
        f"The whole report: https://grader.example/s/{submission.id}",
    ]


def test_work_that_cannot_be_graded_is_told_so_and_gets_no_grade(database, connected):
    there, one, delivering = connected
    serving.graded(one, fetched(database)[0].id, report(None, "line 1: \x1b[31mbad"))
    delivering.outbox.send_due()

    assert there.students[7]["score"] is None
    assert there.students[7]["submission_comments"][0]["comment"].startswith("This could not be graded. line 1: ")
    assert "\x1b" not in there.students[7]["submission_comments"][0]["comment"]


def test_an_older_grading_does_not_replace_a_newer_one_that_was_quicker(database, connected):
    there, one, delivering = connected
    submission = fetched(database)[0]
    serving.graded(one, submission.id, report(50.0))
    with writing(database) as connection:
        attempts.add(connection, submission.id, kind="regrade", priority=9, seed=1)
    serving.graded(one, submission.id, report(70.0))
    delivering.outbox.send_due()

    assert there.students[7]["score"] == 70.0
    assert len(there.students[7]["submission_comments"]) == 1
    with reading(database) as connection:
        notes = [
            one.last_error
            for attempt in attempts.of_submission(connection, submission.id)
            for one in deliveries.of_attempt(connection, attempt.id)
        ]
    assert sorted(notes, key=str) == [None, "Not posted: a newer grading of this work has replaced it."]


def test_late_work_goes_back_with_what_it_counts(database, connected, monkeypatch):
    there, one, delivering = connected
    monkeypatch.setattr(Service, "counted", lambda _service, _submission, score: score / 2)
    serving.graded(one, fetched(database)[0].id, report(80.0))
    delivering.outbox.send_due()

    assert there.students[7]["score"] == 40.0
    assert "It was late and counts 40." in there.students[7]["submission_comments"][0]["comment"]


def sent_to(one, connection):
    """What became of a grade that is to go to a connection of this name."""
    submission = made.submission(one.database, ids={"canvas": {"connection": connection, "user": "7", "attempt": "1"}})
    with writing(one.database) as open_one:
        attempt = attempts.add(open_one, submission.id, kind="first", priority=1, seed=1)
    serving.graded(one, submission.id, report(80.0))
    Delivering(one).outbox.send_due()
    with reading(one.database) as open_one:
        (told,) = deliveries.of_attempt(open_one, attempt.id)
    return told


def test_a_connection_of_another_course_posts_nothing(database, tmp_path):
    made.course(database, "Other")
    with fake_canvas() as there:
        there.hand_in(7, b"x")
        told = sent_to(running(database, tmp_path, there, course="Other"), "main")

    assert (told.state, there.puts) == ("dead", 0)
    assert "not of the course" in told.last_error


def test_a_connection_that_is_not_in_the_file_may_be_added(database, tmp_path):
    told = sent_to(serving.service(database, tmp_path), "gone")

    assert told.state == "waiting"
    assert told.last_error == "grader.toml has no connection [service.canvas.gone]."


def test_a_platform_that_is_gone_and_a_course_that_is_none_stop_no_poll(database, tmp_path):
    made.course(database)
    with fake_canvas() as there:
        there.hand_in(7, b"x")
        good = running(database, tmp_path, there)
        odd = {
            "away": CanvasConnection(course="LM3", url="http://127.0.0.1:1", token="x", canvas_course=1, assignments={"attention": 1}),
            "of nothing": CanvasConnection(course="none", url=there.url, token="x", canvas_course=1, assignments={"attention": 1}),
        }  # fmt: skip
        config = good.config.model_copy(update={"canvas": {**odd, **good.config.canvas}})
        Delivering(replace(good, settings=good.settings.model_copy(update={"service": config}))).poll()

    assert len(fetched(database)) == 1


def test_it_starts_and_stops(database, tmp_path):
    delivering = Delivering(serving.service(database, tmp_path))
    delivering.start()
    delivering.stop(30)
    assert not delivering._sending.is_alive()


def test_reports_here_are_reports():
    from grader.report import Report

    Report.model_validate_json(json.dumps(report(1.0)))
