"""Whatever dies or is cut off between sending and writing it down: it arrives, under one key."""

import multiprocessing
import os
import signal
import threading
import time
from datetime import timedelta

from grader.service.columns import now
from grader.service.database import open_database, reading, writing
from grader.service.hooks.signing import new_secret
from grader.service.store import deliveries
from tests.service.hooks import filled
from tests.service.hooks.filled import Clock, until
from tests.service.hooks.receiver import hang, receiving, status

SECRET = new_secret()


def test_several_outboxes_on_one_database_send_each_once(database):
    with receiving(status(200), SECRET) as receiver:
        ids = {filled.delivery(database, receiver.url, f"s{number}").id for number in range(12)}
        filled.hook_token(database, SECRET)
        boxes = [filled.outbox(database, receiver.url) for _ in range(4)]
        threads = [threading.Thread(target=box.send_due) for box in boxes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        filled.outbox(database, receiver.url).send_due()

    assert receiver.ids() == dict.fromkeys(ids, 1)


def test_who_is_killed_between_sending_and_writing_it_down_sends_again_under_the_same_key(url, database):
    arrived, released = threading.Event(), threading.Event()

    def answer(handler):
        arrived.set()
        released.wait(60)
        status(200)(handler)

    with receiving(answer, SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        database.dispose()
        process = multiprocessing.get_context("spawn").Process(
            target=_send_in_another_process, args=(url, receiver.url)
        )
        process.start()
        assert arrived.wait(60)
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        released.set()

        claimed = filled.now_of(database, one)
        assert (claimed.state, claimed.tries) == ("waiting", 1)
        clock = Clock()
        box = filled.outbox(database, receiver.url, clock=clock)
        assert box.send_due() == 0, "the claim of the dead one still stands"
        clock.passed = timedelta(minutes=6)
        assert box.send_due() == 1

    assert receiver.ids() == {one.id: 2}
    assert len(receiver.grades()) == 1, "as a receiver counts there is one grade"
    assert filled.now_of(database, one).state == "sent"


def _send_in_another_process(url, receiver_url):
    filled.outbox(open_database(url), receiver_url).send_due()


def test_a_receiver_that_hangs_keeps_no_process_from_its_end_and_nothing_is_lost(url, database):
    released = threading.Event()
    with receiving(hang(released), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        database.dispose()
        process = multiprocessing.get_context("spawn").Process(target=_stop_while_it_hangs, args=(url, receiver.url))
        process.start()
        until(lambda: receiver.messages)
        process.join(40)  # the try would take 600 s
        ended = process.exitcode
        released.set()
        process.join()

        assert ended == 0
        clock = Clock()
        clock.passed = timedelta(minutes=6)
        receiver.answer = status(200)
        assert filled.outbox(database, receiver.url, clock=clock).send_due() == 1
    assert receiver.ids() == {one.id: 2}


def _stop_while_it_hangs(url, receiver_url):
    engine, stop = open_database(url), threading.Event()
    box = filled.outbox(engine, receiver_url, seconds=600)
    thread = threading.Thread(target=box.run, args=(stop,), kwargs={"every": 0.02}, daemon=True)
    thread.start()

    def claimed():
        with reading(engine) as connection:
            return not deliveries.due_targets(connection, now())

    until(claimed)
    stop.set()
    thread.join(1)
    engine.dispose()


def test_if_it_cannot_be_written_down_it_is_sent_again_and_not_lost(database):
    clock = Clock()
    with receiving(status(200), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url, clock=clock)

        def while_the_disk_fills(handler):
            with writing(database) as connection:
                connection.exec_driver_sql("ALTER TABLE deliveries RENAME TO gone")
            status(200)(handler)

        receiver.answer = while_the_disk_fills
        box.send_due()
        with writing(database) as connection:
            connection.exec_driver_sql("ALTER TABLE gone RENAME TO deliveries")
        receiver.answer = status(200)
        clock.passed = timedelta(minutes=6)
        box.send_due()

    assert len(receiver.grades()) == 1
    assert filled.now_of(database, one).state == "sent"


def test_a_database_that_is_gone_for_a_while_ends_no_loop(database):
    stop = threading.Event()
    with receiving(status(200), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        with writing(database) as connection:
            connection.exec_driver_sql("ALTER TABLE deliveries RENAME TO gone")
        thread = threading.Thread(
            target=filled.outbox(database, receiver.url).run, args=(stop,), kwargs={"every": 0.02}
        )
        thread.start()
        try:
            time.sleep(0.3)
            with writing(database) as connection:
                connection.exec_driver_sql("ALTER TABLE gone RENAME TO deliveries")
            until(lambda: filled.now_of(database, one).state == "sent")
        finally:
            stop.set()
            thread.join()
