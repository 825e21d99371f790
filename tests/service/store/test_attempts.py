import threading
from datetime import timedelta

import pytest

from grader.service.columns import new_id, now
from grader.service.database import reading, writing
from grader.service.store import attempts
from tests.service import made


def look(database, one):
    with reading(database) as connection:
        return attempts.by_id(connection, one.id)


def take(database, one, tries=0, worker="w"):
    with writing(database) as connection:
        return attempts.take(connection, one.id, tries, worker, new_id())


def test_an_attempt_comes_back_as_it_was_written(database):
    one = made.attempt(database)
    assert look(database, one) == one
    assert one.seed == 2**53 - 1


def test_of_many_who_want_an_attempt_one_gets_it(database):
    one, got = made.attempt(database), []
    threads = [threading.Thread(target=lambda: got.append(take(database, one))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (won,) = [attempt for attempt in got if attempt is not None]
    assert (won.state, won.tries, won.worker) == ("running", 1, "w")
    assert won.lease


def test_a_job_of_an_earlier_try_takes_nothing(database):
    one = take(database, made.attempt(database))
    with writing(database) as connection:
        back = attempts.put_back(connection, one, died="signal 9", most_deaths=5)
    assert (back.state, back.tries, back.deaths, back.job) == ("queued", 1, 1, f"{one.id}.1")
    assert take(database, one, tries=0) is None
    assert take(database, one, tries=1).tries == 2


def test_who_lost_the_lease_ends_nothing(database):
    first = take(database, made.attempt(database))
    with writing(database) as connection:
        attempts.put_back(connection, first, died="taken for dead", most_deaths=5)
    second = take(database, first, tries=1, worker="other")
    with writing(database) as connection:
        assert not attempts.finish(connection, first, "done")
        assert attempts.put_back(connection, first, died="again", most_deaths=5) is None
    assert look(database, first) == second
    with writing(database) as connection:
        assert attempts.finish(connection, second, "done")
        assert not attempts.finish(connection, second, "done")
    assert look(database, first).state == "done"


def test_what_its_workers_die_over_is_parked_with_our_fault_named(database):
    one = made.attempt(database)
    for tries in range(3):
        taken = take(database, one, tries)
        with writing(database) as connection:
            left = attempts.put_back(connection, taken, died="signal 11", most_deaths=3)
    assert left.state == "parked"
    assert "fault of ours" in left.fault
    assert "signal 11" in left.fault
    assert take(database, one, 3) is None


def test_what_rests_does_so_longer_after_each_try_and_is_rested_by_a_clock_that_was_set_back(database):
    one = made.attempt(database)
    for tries, seconds in enumerate((5, 15, 45, 135, 300, 300)):
        taken = take(database, one, tries)
        assert taken.finished_at is None
        with writing(database) as connection:
            back = attempts.put_back(connection, taken, rests=True)
        assert (back.state, back.deaths) == ("queued", 0)
        ended = back.finished_at
        assert back.rests(ended)
        assert back.rests(ended + timedelta(seconds=seconds - 1))
        assert not back.rests(ended + timedelta(seconds=seconds))
        assert not back.rests(ended - timedelta(hours=1))
    with writing(database) as connection:
        back = attempts.put_back(connection, attempts.take(connection, one.id, 6, "w", "lease"))
    assert not back.rests(now())


def test_what_is_handed_back_is_no_death(database):
    one = made.attempt(database)
    for tries in range(5):
        taken = take(database, one, tries)
        with writing(database) as connection:
            back = attempts.put_back(connection, taken)
    assert (back.state, back.deaths) == ("queued", 0)


@pytest.mark.parametrize("running", [False, True])
def test_what_is_cancelled_is_neither_taken_nor_ended_otherwise(database, running):
    one = made.attempt(database)
    held = take(database, one) if running else one
    with writing(database) as connection:
        assert attempts.cancel(connection, one.id)
        assert not attempts.cancel(connection, one.id)
        assert not attempts.finish(connection, held, "done")
        assert attempts.take(connection, one.id, held.tries, "w", "lease") is None
    assert look(database, one).state == "cancelled"


def test_the_place_in_the_queue_counts_priority_before_age(database):
    batch = made.attempt(database, "s1", priority=5)
    again = made.attempt(database, "s2", priority=9)
    student = made.attempt(database, "s3", priority=1)
    later = made.attempt(database, "s4", priority=5)
    with reading(database) as connection:
        assert [attempts.ahead_of(connection, one) for one in (student, batch, later, again)] == [0, 1, 2, 3]
        assert attempts.waiting_first(connection) == 4
        assert attempts.oldest_waiting(connection) == batch.queued_at


def test_pages_of_what_waits_meet_each_attempt_once(database):
    want = [made.attempt(database, f"s{number}").id for number in range(7)]
    found, after = [], None
    while True:
        with reading(database) as connection:
            page = attempts.queued(connection, after=after, young=(made.NOON, made.NOON), most=3)
        if not page:
            break
        found += [one.id for one in page]
        after = (page[-1].queued_at, page[-1].id)
    assert sorted(found) == sorted(want)


def test_what_runs_in_the_name_of_nobody_is_found(database):
    known, gone = take(database, made.attempt(database, "a"), worker="here"), made.attempt(database, "b")
    gone = take(database, gone, worker="gone")
    with reading(database) as connection:
        assert attempts.running_of_nobody(connection, ["here"]) == [gone]
        assert attempts.running_of(connection, "here") == [known]
        assert attempts.counts(connection) == {"running": 2}


def test_a_student_who_has_many_waiting_is_counted(database):
    one = made.attempt(database, "s1", number=1)
    made.attempt(database, "s1", number=2)
    made.attempt(database, "s2")
    with reading(database) as connection:
        assert attempts.waiting_of_student(connection, made.course(database).id, "s1") == 2
    with writing(database) as connection:
        attempts.cancel(connection, one.id)
    with reading(database) as connection:
        assert attempts.waiting_of_student(connection, made.course(database).id, "s1") == 1


def test_who_does_not_know_whether_it_was_written_takes_it_with_the_same_lease_again(database):
    one = made.attempt(database)
    with writing(database) as connection:
        first = attempts.take(connection, one.id, 0, "w", "lease")
    with writing(database) as connection:
        assert attempts.take(connection, one.id, 0, "w", "lease") == first
        assert attempts.take(connection, one.id, 0, "w", "other") is None


def test_what_waits_for_a_job_that_is_gone_waits_for_another(database):
    one = made.attempt(database)
    with writing(database) as connection:
        new = attempts.renew(connection, one)
        assert (new.job, new.deaths, new.state) == (f"{one.id}.1", 0, "queued")
        assert attempts.renew(connection, one) is None
