"""Courses, submissions, reports, workers and the audit."""

from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from grader.service.columns import now
from grader.service.database import writing
from grader.service.store import attempts, audit, courses, reports, submissions, workers
from grader.service.store.reports import ReportRow
from tests.service import made


def test_a_course_is_found_by_its_name_and_is_there_once(database):
    with writing(database) as connection:
        one = courses.add(connection, "LM3")
        assert courses.by_id(connection, one.id) == courses.by_name(connection, "LM3") == one
        assert courses.all_of_them(connection) == [one]
    with pytest.raises(IntegrityError), writing(database) as connection:
        courses.add(connection, "LM3")


def test_a_submission_comes_back_as_it_was_written_whatever_its_names(database):
    hostile = "../../etc/<script>alert(1)</script>\u202e\n'; DROP TABLE submissions; --"
    ids = {"canvas": {"user": "7", "assignment": "9"}}
    one = made.submission(database, hostile, name=hostile, student_name=hostile, ids=ids, idempotency_key="k1")
    with writing(database) as connection:
        assert submissions.by_id(connection, one.id) == one
        assert submissions.by_idempotency_key(connection, one.course_id, "k1") == one
        assert submissions.by_idempotency_key(connection, "other", "k1") is None
        assert submissions.highest_number(connection, one.course_id, "attention", hostile) == 1
        assert submissions.highest_number(connection, one.course_id, "attention", "s2") == 0


@pytest.mark.parametrize("same", [{"number": 1, "idempotency_key": "b"}, {"number": 2, "idempotency_key": "a"}])
def test_neither_a_number_nor_a_key_is_taken_twice(database, same):
    made.submission(database, number=1, idempotency_key="a")
    with pytest.raises(IntegrityError):
        made.submission(database, **same)


def test_submissions_are_listed_newest_first_in_pages_and_by_student(database):
    made_ones = [
        made.submission(database, f"s{number % 2}", number, received_at=made.NOON + timedelta(minutes=number))
        for number in range(5)
    ]
    newest = made_ones[::-1]
    course = made_ones[0].course_id
    with writing(database) as connection:
        assert submissions.listed(connection, course) == newest
        assert submissions.listed(connection, course, before=newest[1].received_at, most=2) == newest[2:4]
        assert submissions.listed(connection, course, "attention", "s1") == [newest[1], newest[3]]
        assert submissions.listed(connection, course, "other") == []


def test_the_newest_report_of_a_submission_is_that_of_its_newest_graded_attempt(database):
    first = made.attempt(database)
    with writing(database) as connection:
        again = attempts.add(connection, first.submission_id, kind="regrade", priority=9, seed=1)
        for attempt, score in ((first, 50.0), (again, 60.0)):
            reports.add(connection, ReportRow(attempt.id, "graded", score, 100.0, "a" * 64, "b" * 64, ["x"], now()))
        assert reports.of_attempt(connection, first.id).score == 50.0
        assert reports.newest(connection, [first.submission_id])[first.submission_id].score == 60.0
        assert [one.id for one in attempts.of_submission(connection, first.submission_id)] == [again.id, first.id]
    with pytest.raises(IntegrityError), writing(database) as connection:
        reports.add(connection, ReportRow(first.id, "graded", 1.0, 100.0, "a" * 64, "b" * 64, [], now()))


def test_a_worker_beats_until_it_is_removed(database):
    with writing(database) as connection:
        for _ in range(2):  # the second time it takes its own place again
            workers.enter(connection, "h-1", host="h", level="landlock", slots=2)
        assert workers.beat(connection, "h-1")
        assert [(one.id, one.beats) for one in workers.all_of_them(connection)] == [("h-1", 1)]
        workers.leave(connection, "h-1")
        assert not workers.beat(connection, "h-1")


def test_the_audit_tells_the_latest_first(database):
    with writing(database) as connection:
        audit.record(connection, "t1", "regrade", "s1")
        audit.record(connection, "t1", "cancel", "s2", "x" * 5000)
        found = audit.latest(connection)
    assert [entry.action for entry in found] == ["cancel", "regrade"]
    assert len(found[0].detail) == 500
