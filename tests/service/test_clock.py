"""A clock that is set, or that differs between machines, loses nothing, doubles nothing, and lets the newest count."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from grader.service import schema
from grader.service.again import grade_again
from grader.service.columns import new_id, now
from grader.service.database import reading, writing
from grader.service.files import Files
from grader.service.hooks.outbox import Outbox
from grader.service.hooks.outcome import Done, Later
from grader.service.queue.inline import InlineJobs
from grader.service.queue.reaper import Reaper
from grader.service.recording import record
from grader.service.retention import clear_up
from grader.service.store import attempts, reports, standing, submissions
from grader.service.words import Outcome
from tests.service import made, serving
from tests.service.hooks import filled

HOUR = timedelta(hours=1)


def outcome(score: float) -> Outcome:
    return Outcome(
        status="graded", score=score, max_score=100, json_sha256="1" * 64, html_sha256="2" * 64, bug_ids=()
    )  # fmt: skip


def graded(database, attempt, score: float) -> None:
    with writing(database) as connection:
        held = attempts.take(connection, attempt.id, attempt.tries, "w", new_id())
        assert record(connection, held, submissions.by_id(connection, attempt.submission_id), outcome(score))


def an_hour_later(database, *columns) -> None:
    """The rows were written by a clock that was an hour ahead of ours, or ours was set back by an hour since."""
    with writing(database) as connection:
        for column in columns:
            connection.execute(update(column.table).values({column: now() + HOUR}))


def test_after_the_clock_was_set_back_a_regrade_is_still_the_newest_and_is_begun_once(database, tmp_path):
    one = serving.service(database, tmp_path)
    first = made.attempt(database)
    graded(database, first, 40)
    an_hour_later(database, schema.attempts.c.queued_at, schema.reports.c.written_at)
    assert grade_again(one, "t", [first.submission_id]).begun == [first.submission_id]
    assert grade_again(one, "t", [first.submission_id]).busy == [first.submission_id]
    with reading(database) as connection:
        again = attempts.of_submission(connection, first.submission_id)[0]
    assert (again.kind, again.id != first.id) == ("regrade", True)
    graded(database, again, 60)
    with reading(database) as connection:
        assert reports.newest(connection, [first.submission_id])[first.submission_id].score == 60
        assert standing.of_submission(connection, first.submission_id).report.score == 60


def test_after_the_clock_was_set_back_the_report_of_a_students_next_work_bears_a_later_time(database):
    """A platform that is told an older time keeps the score that it has."""
    first = made.attempt(database, number=1)
    graded(database, first, 40)
    an_hour_later(database, schema.reports.c.written_at)
    second = made.attempt(database, number=2)
    graded(database, second, 60)
    with reading(database) as connection:
        old, new = (reports.of_attempt(connection, one.id).written_at for one in (first, second))
    assert old < new < old + timedelta(seconds=1)


def test_after_the_clock_was_set_back_a_students_next_work_counts(database):
    first = made.submission(database, number=1, received_at=made.NOON)
    second = made.submission(database, number=2, received_at=made.NOON - HOUR)
    for one, score in ((first, 40), (second, 60)):
        with writing(database) as connection:
            attempt = attempts.add(connection, one.id, kind="first", priority=1, seed=1)
        graded(database, attempt, score)
    with reading(database) as connection:
        everyone = standing.of_assignment(connection, first.course_id, "attention")
    assert standing.counting(everyone)["s1"].report.score == 60


def test_what_came_by_a_clock_that_was_ahead_and_has_no_job_is_given_one_at_once(database):
    one, jobs = made.attempt(database), InlineJobs()
    an_hour_later(database, schema.attempts.c.queued_at)
    Reaper(database, jobs, most_deaths=2)()
    assert set(jobs.jobs) == {one.job}


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.moved = timedelta()

    def __call__(self):
        return now() + self.moved


class Sender:
    """Says what it was told to, and keeps the keys that it was given."""

    def __init__(self, *outcomes, meanwhile=lambda: None) -> None:
        self.keys: list[str] = []
        self._outcomes, self._meanwhile = [*outcomes], meanwhile

    def send(self, delivery, *, dry_run):
        self.keys.append(delivery.id)
        self._meanwhile()
        return self._outcomes.pop(0) if self._outcomes else Done()


@pytest.mark.parametrize("moved", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_delivery_that_waits_goes_out_once_though_the_clock_was_set(database, moved):
    clock, sender = Clock(), Sender(Later("busy"))
    box = Outbox(database, {"callback": sender}, clock=clock, pauses=(60, 60))
    one = filled.delivery(database, "https://lms.example/done")
    assert box.send_due() == 1
    clock.moved = moved
    assert box.send_due() == (moved > timedelta())  # set back, it waits an hour longer; set forward, it goes now
    clock.moved = max(clock.moved, timedelta(minutes=2))
    box.send_due()
    assert box.send_due() == 0
    assert (sender.keys, filled.now_of(database, one).state) == ([one.id] * 2, "sent")


def test_a_clock_that_leaps_while_a_message_is_under_way_has_it_sent_twice_at_most_and_under_one_key(database):
    """Its claim seems to have run out. That is what the key is for."""
    clock = Clock()

    def leap() -> None:
        if not clock.moved:
            clock.moved = HOUR
            Outbox(database, {"callback": sender}, clock=clock).send_due()

    sender = Sender(meanwhile=leap)
    one = filled.delivery(database, "https://lms.example/done")
    box = Outbox(database, {"callback": sender}, clock=clock)
    box.send_due()
    assert box.send_due() == 0
    assert (sender.keys, filled.now_of(database, one).state) == ([one.id] * 2, "sent")


def test_a_clock_an_hour_ahead_clears_up_neither_work_nor_files_that_are_new(database, tmp_path, monkeypatch):
    files = Files(tmp_path)
    made.submission(database, source_sha256=files.put(b"source"), received_at=now() - HOUR)
    orphan = files.put(b"its row is just being written")
    ahead = now() + HOUR
    monkeypatch.setattr("grader.service.retention.now", lambda: ahead)
    monkeypatch.setattr("grader.service.files.time.time", ahead.timestamp)
    assert clear_up(database, files, days=1) == (0, 0)
    assert files.get(orphan)
