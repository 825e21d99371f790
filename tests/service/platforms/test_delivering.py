import json
from dataclasses import replace
from datetime import timedelta

import pytest
import structlog

from grader.service import retention
from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.delivering import Delivering
from grader.service.platforms.connections import CanvasConnection, MoodleConnection
from grader.service.service import Service
from grader.service.store import attempts, audit, courses, deliveries, submissions
from tests.service import made, serving
from tests.service.platforms import fake_moodle as moodle
from tests.service.platforms.fake_canvas import TOKEN, fake_canvas
from tests.service.platforms.loopback import Said
from tests.service.platforms.loopback import serving as said_by

WORK = b"def softmax(scores): ..."


def running(database, folder, there, course="LM3", **config):
    connection = CanvasConnection(
        course=course, url=there.url, token=TOKEN, canvas_course=12, assignments={"attention": 45}
    )
    return serving.service(database, folder, canvas={"main": connection}, public_url="https://grader.example", **config)


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
    assert sorted(notes, key=str) == [None, "Not posted: another grading of this work stands."]


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


def days_ago(days):
    return (now() - timedelta(days=days)).isoformat()


@pytest.mark.parametrize(("days", "taken"), [(30, {"canvas:main:8"}), (0, {"canvas:main:7", "canvas:main:8"})])
def test_what_is_older_than_is_kept_is_not_fetched(database, tmp_path, days, taken):
    made.course(database)
    with fake_canvas() as there:
        there.hand_in(7, b"old", submitted_at=days_ago(31))
        there.hand_in(8, b"young", submitted_at=days_ago(29))
        Delivering(running(database, tmp_path, there, retention_days=days)).poll()
        downloaded = {asked.path for asked in there.asked if asked.path.startswith("/files/")}

    assert {one.student_key for one in fetched(database)} == taken
    assert len(downloaded) == len(taken)


@pytest.mark.parametrize("days", [30, 365], ids=["as before", "and more are kept now"])
@pytest.mark.parametrize("age", [29, None], ids=["in time", "at no time"])
def test_what_was_removed_is_not_fetched_again_and_what_is_handed_in_next_is(
    database, tmp_path, monkeypatch, age, days
):
    made.course(database)
    with fake_canvas() as there:
        there.hand_in(7, WORK, submitted_at=age and days_ago(age))
        one = running(database, tmp_path, there, retention_days=30)
        delivering = Delivering(one)
        delivering.poll()
        serving.graded(one, fetched(database)[0].id, report(62.5))
        delivering.outbox.send_due()
        there.students[7]["score"] = 99.0  # as the teacher says
        monkeypatch.setattr(retention, "now", lambda: now() + timedelta(days=40))
        assert retention.clear_up(database, one.files, 30)[0] == 1

        delivering = Delivering(running(database, tmp_path, there, retention_days=days))
        delivering.poll()
        delivering.outbox.send_due()
        assert fetched(database) == []
        assert (there.students[7]["score"], len(there.students[7]["submission_comments"])) == (99.0, 1)

        there.hand_in(7, WORK, attempt=2, submitted_at=days_ago(0))
        delivering.poll()
    assert len(fetched(database)) == 1


def test_the_trouble_of_one_connection_is_no_other_s(database, tmp_path):
    """Whatever it is: a file that is gone, an answer that is none, one that nothing here expects."""
    made.course(database)

    def connection(url, **other):
        return MoodleConnection(course="LM3", url=url, moodle_course=12, assignments={"attention": 45}, **other)

    with fake_canvas() as there, moodle.fake_moodle() as good, said_by(lambda _: Said(b"[" * 100_000)) as deep:
        there.hand_in(7, b"x")
        good.hand_in(7, b"x")
        connections = {
            "no token": connection(good.url, token_file=tmp_path / "gone"),
            "too deep": connection(deep, token="x"),
            "good": connection(good.url, token=moodle.TOKEN),
        }
        with structlog.testing.capture_logs() as logs:
            Delivering(running(database, tmp_path, there, moodle=connections)).poll()

    assert {one.student_key for one in fetched(database)} == {"canvas:main:7", "moodle:good:7"}
    assert [log["connection"] for log in logs if log["event"] == "no work could be fetched"] == [
        "moodle no token",
        "moodle too deep",
    ]


def test_who_was_skipped_is_told_once_by_a_number_and_a_code(database, tmp_path):
    made.course(database)
    with fake_canvas() as there, moodle.fake_moodle() as other:
        there.hand_in(7, b"x", name="Student 7.pdf")
        there.hand_in(8, b"x", attachments=[])
        there.hand_in(9, b"x")
        other.hand_in(7, b"x", plugins=[])
        of_same_name = MoodleConnection(
            course="LM3", url=other.url, token=moodle.TOKEN, moodle_course=12, assignments={"attention": 45}
        )
        delivering = Delivering(running(database, tmp_path, there, moodle={"main": of_same_name}))
        with structlog.testing.capture_logs() as logs:
            delivering.poll()
            delivering.poll()
            there.hand_in(7, b"x", attempt=2)
            there.hand_in(10, b"x", attachments=[])
            delivering.poll()

    told = [(log["student"], log["code"]) for log in logs if log["event"] == "not taken"]
    assert told == [
        ("canvas:main:7", "unsupported_type"), ("canvas:main:8", "no_file"), ("moodle:main:7", "no_file"),
        ("canvas:main:10", "no_file"),
    ]  # fmt: skip
    assert "Student 7" not in str(logs)
    with reading(database) as connection:
        entries = [one for one in audit.latest(connection) if one.action == "not taken"]
    assert [(one.object, one.detail) for one in entries] == [
        ("canvas main attention", "no_file: 2"), ("moodle main attention", "no_file: 1"),
        ("canvas main attention", "no_file: 1, unsupported_type: 1"),
    ]  # fmt: skip


def test_no_student_can_take_the_place_of_anothers_work_by_sending_its_key(database, tmp_path):
    made.course(database)
    with fake_canvas() as there:
        one = running(database, tmp_path, there)
        with serving.client_of(one) as client:
            head = serving.bearer(database, "student", student="mallory")
            sent = serving.upload(client, {**head, "Idempotency-Key": "canvas:main:7:45:1"}, student="mallory")
        there.hand_in(7, WORK)
        Delivering(one).poll()

    assert sent.status_code == 202
    assert {one.student_key for one in fetched(database)} == {"mallory", "canvas:main:7"}


def test_it_starts_and_stops(database, tmp_path):
    delivering = Delivering(serving.service(database, tmp_path))
    delivering.start()
    delivering.stop(30)
    assert not delivering._sending.is_alive()


def test_reports_here_are_reports():
    from grader.report import Report

    Report.model_validate_json(json.dumps(report(1.0)))
