from datetime import timedelta

import pytest
from sqlalchemy import update

from grader.service import schema
from grader.service.columns import new_id, now
from grader.service.database import reading, writing
from grader.service.queue.inline import InlineJobs
from grader.service.queue.reaper import DEAD_SECONDS, Reaper
from grader.service.store import attempts, workers
from tests.service import made


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def jobs():
    return InlineJobs()


@pytest.fixture
def reaper(database, jobs, clock):
    return Reaper(database, jobs, most_deaths=2, clock=clock)


def enter(database, name):
    with writing(database) as connection:
        workers.enter(connection, name, host="h", level="landlock", slots=1)


def beat(database, name):
    with writing(database) as connection:
        workers.beat(connection, name)


def running(database, worker, student="s1"):
    one = made.attempt(database, student)
    with writing(database) as connection:
        return attempts.take(connection, one.id, 0, worker, new_id())


def look(database, one):
    with reading(database) as connection:
        return attempts.by_id(connection, one.id)


def test_what_a_dead_worker_held_waits_again_with_a_job_and_what_a_living_one_holds_does_not(
    database, jobs, reaper, clock
):
    for name in ("lives", "dies"):
        enter(database, name)
    kept, lost = running(database, "lives", "a"), running(database, "dies", "b")
    reaper()
    for _ in range(4):
        clock.now += DEAD_SECONDS / 3
        beat(database, "lives")
        reaper()
    assert look(database, kept) == kept
    back = look(database, lost)
    assert (back.state, back.deaths, back.lease) == ("queued", 1, None)
    assert jobs.jobs == {back.job: back.priority}
    with reading(database) as connection:
        assert [worker.id for worker in workers.all_of_them(connection)] == ["lives"]


def test_a_clock_that_is_moved_kills_nobody(database, reaper, clock):
    """Times in the database are for people: what counts is whether beats change while one looks."""
    enter(database, "lives")
    one = running(database, "lives")
    with writing(database) as connection:
        connection.execute(update(schema.workers).values(seen_at=now() - timedelta(days=400)))
    reaper()
    clock.now += DEAD_SECONDS / 2
    reaper()
    assert look(database, one).state == "running"


def test_over_what_workers_die_too_often_it_is_parked(database, reaper, clock):
    enter(database, "w")
    one = running(database, "w")
    with writing(database) as connection:
        attempts.put_back(connection, one, died="signal 9", most_deaths=2)
    with writing(database) as connection:
        attempts.take(connection, one.id, 1, "w", new_id())
    reaper()
    clock.now += DEAD_SECONDS + 1
    reaper()
    assert look(database, one).state == "parked"


def test_what_runs_in_the_name_of_a_worker_that_never_entered_is_put_back(database, jobs, reaper):
    one = running(database, "nobody")
    reaper()
    assert jobs.jobs == {look(database, one).job: 1}


def test_what_waits_without_a_job_is_given_one_and_what_has_one_keeps_it(database, jobs, reaper):
    lost, has = made.attempt(database, "a"), made.attempt(database, "b")
    jobs.submit(has.job, 1)
    reaper()
    assert set(jobs.jobs) == {has.job}  # too young: whoever took the upload may be about to do so
    with writing(database) as connection:
        connection.execute(update(schema.attempts).values(queued_at=now() - timedelta(seconds=10)))
    reaper()
    assert set(jobs.jobs) == {has.job, lost.job}


def test_what_rests_is_given_a_job_when_it_has_rested(database, jobs, reaper):
    held = running(database, "w")
    with writing(database) as connection:
        connection.execute(update(schema.attempts).values(queued_at=now() - timedelta(hours=1)))
        rests = attempts.put_back(connection, held, rests=True)
    reaper()
    assert jobs.jobs == {}
    with writing(database) as connection:
        connection.execute(update(schema.attempts).values(finished_at=now() - timedelta(seconds=6)))
    reaper()
    assert jobs.jobs == {rests.job: 1}


def test_what_waits_for_a_job_that_ended_is_given_another(database, jobs, reaper):
    one = made.attempt(database)
    jobs.ended.add(one.job)
    with writing(database) as connection:
        connection.execute(update(schema.attempts).values(queued_at=now() - timedelta(seconds=10)))
    reaper()
    assert set(jobs.jobs) == {f"{one.id}.1"}
    assert look(database, one).job == f"{one.id}.1"
