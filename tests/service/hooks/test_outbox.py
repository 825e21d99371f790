import multiprocessing
import os
import signal
import threading
import time
from datetime import timedelta

import pytest

from grader.service.columns import now
from grader.service.database import open_database, writing
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.calling import Caller
from grader.service.hooks.outbox import PAUSES, Outbox
from grader.service.hooks.outcome import Done, Later
from grader.service.hooks.signing import new_secret
from grader.service.store import deliveries, tokens
from tests.service import made
from tests.service.hooks import filled
from tests.service.hooks.receiver import hang, in_turn, parsed, receiving, status

SECRET = new_secret()


class Clock:
    def __init__(self):
        self.passed = timedelta()

    def __call__(self):
        return now() + self.passed


def test_a_grade_is_delivered_signed_once_with_its_key(database):
    with receiving(status(200), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url)

        assert (box.send_due(), box.send_due()) == (1, 0)

    kept = filled.now_of(database, one)
    assert (kept.state, kept.tries, kept.last_error) == ("sent", 1, None)
    (message,) = receiver.messages
    assert message.headers["webhook-id"] == message.headers["idempotency-key"] == one.id
    data = receiver.grades()[one.id]
    assert data["type"] == "submission.graded"
    assert (data["data"]["score"], data["data"]["max_score"], data["data"]["student_key"]) == (80.0, 100.0, "s1")
    assert data["data"]["bugs"] == ["softmax.axis"]
    assert data["data"]["report_url"].startswith("https://grader.example/api/v1/submissions/")
    assert data["timestamp"] == "2026-11-30T12:00:00.000Z"
    assert b"Student 1" not in message.body, "a name is not needed to book a grade"


@pytest.mark.parametrize("code", [301, 307, 400, 401, 404, 500, 503])
def test_what_is_not_accepted_is_tried_again_under_the_same_key(database, code):
    clock = Clock()
    with receiving(in_turn(status(code, Location="http://127.0.0.1:1/"), status(204)), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url, clock=clock)

        box.send_due()
        waiting = filled.now_of(database, one)
        assert (waiting.state, waiting.last_error) == ("waiting", f"The receiver answered {code}.")
        assert box.send_due() == 0, "not due yet"
        clock.passed = timedelta(seconds=10)
        assert box.send_due() == 1

    assert filled.now_of(database, one).state == "sent"
    assert receiver.ids() == {one.id: 2}
    assert len(receiver.grades()) == 1
    assert receiver.messages[0].body == receiver.messages[1].body


def test_gone_is_final(database):
    with receiving(status(410), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    kept = filled.now_of(database, one)
    assert kept.state == "dead"
    assert "410" in kept.last_error


def test_the_pauses_grow_and_after_the_last_a_delivery_is_dead_until_it_is_revived(database):
    clock, waits = Clock(), []
    with receiving(status(500), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url, clock=clock)
        for _ in PAUSES:
            assert box.send_due() == 1
            waits.append((filled.now_of(database, one).next_at - clock()).total_seconds())
            clock.passed += timedelta(seconds=max(PAUSES) * 2)
        assert filled.now_of(database, one).state == "waiting"
        assert box.send_due() == 1
        assert filled.now_of(database, one).state == "dead"
        clock.passed += timedelta(days=30)
        assert box.send_due() == 0

        for waited, pause in zip(waits, PAUSES, strict=True):
            assert 0.7 * pause - 2 < waited < 1.3 * pause + 2
        with writing(database) as connection:
            deliveries.revive(connection, one.id)
        receiver.answer = status(200)
        assert box.send_due() == 1

    assert filled.now_of(database, one).state == "sent"
    assert receiver.ids() == {one.id: len(PAUSES) + 2}


@pytest.mark.parametrize(("asked", "least", "most"), [("3600", 3500, 3700), ("99999999", 86_000, 86_500), ("0", 3, 7)])
def test_a_receiver_may_ask_for_a_longer_pause_up_to_a_day(database, asked, least, most):
    with receiving(status(429, Retry_After=asked), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    assert least - 5 < (filled.now_of(database, one).next_at - now()).total_seconds() < most + 5


def test_a_receiver_that_hangs_is_left_and_holds_nobody_up(database):
    released, stop = threading.Event(), threading.Event()
    with receiving(hang(released), SECRET) as slow, receiving(status(200), SECRET) as quick:
        stuck = filled.delivery(database, slow.url)
        others = [filled.delivery(database, quick.url, student) for student in ("s2", "s3", "s4")]
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, slow.url, quick.url, seconds=3)
        thread = threading.Thread(target=box.run, args=(stop,), kwargs={"every": 0.02})
        thread.start()
        try:
            until(lambda: all(filled.now_of(database, one).state == "sent" for one in others))
            until(lambda: filled.now_of(database, stuck).last_error is not None)
        finally:
            stop.set()
            released.set()
            thread.join()

    kept = filled.now_of(database, stuck)
    assert kept.state == "waiting"
    assert kept.last_error == "The receiver did not answer (TimeoutError)."
    assert quick.ids() == {one.id: 1 for one in others}


def test_while_a_receiver_is_in_trouble_it_gets_one_message_a_round(database):
    with receiving(status(500), SECRET) as receiver:
        for number in range(5):
            filled.delivery(database, receiver.url, f"s{number}")
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url)

        assert (box.send_due(), box.send_due()) == (1, 1)
        receiver.answer = status(200)
        assert box.send_due() == 3


def test_one_that_can_never_be_delivered_stops_no_other(database):
    with receiving(in_turn(status(410), status(200)), SECRET) as receiver:
        for number in range(3):
            filled.delivery(database, receiver.url, f"s{number}")
        filled.hook_token(database, SECRET)

        assert filled.outbox(database, receiver.url).send_due() == 3
    with writing(database) as connection:
        assert deliveries.counts(connection) == {("callback", "dead"): 1, ("callback", "sent"): 2}


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


def test_if_it_cannot_be_written_down_it_is_sent_again_and_not_lost(database):
    clock = Clock()
    with receiving(status(200), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url, clock=clock)

        def and_then_the_disk_is_full(handler):
            status(200)(handler)
            with writing(database) as connection:
                connection.exec_driver_sql("ALTER TABLE deliveries RENAME TO gone")

        receiver.answer = and_then_the_disk_is_full
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


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("http://127.0.0.1:9/x", []),
        ("http://localhost:9/x", ["http://localhost:9"]),
        ("file:///etc/passwd", ["http://localhost:9"]),
        ("http://user:secretword@localhost:9/", ["http://localhost:9"]),
    ],
)
def test_an_address_that_is_refused_is_dead_and_nothing_is_sent(database, target, allowed):
    one = filled.delivery(database, target)
    filled.hook_token(database, SECRET)

    Outbox(database, {"callback": Caller(database, AllowList(allowed), "", lambda _, score: score)}).send_due()

    kept = filled.now_of(database, one)
    assert kept.state == "dead"
    assert "secretword" not in kept.last_error


def test_a_rehearsal_says_what_would_be_sent_and_sends_nothing(database):
    with receiving(status(200), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        two = filled.delivery(database, "https://elsewhere.example/", "s2")
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url)

        said = {found.id: outcome for found, outcome in box.rehearse()}

        assert isinstance(said[one.id], Done)
        assert f"to http://127.0.0.1:{receiver.port}" in said[one.id].note
        assert "not allowed here" in said[two.id].why
        assert receiver.messages == []
    assert filled.now_of(database, one) == one
    assert filled.now_of(database, two) == two


def test_during_a_rotation_a_message_bears_a_signature_for_each_secret_and_after_it_one(database):
    new = new_secret()
    with receiving(status(200), SECRET) as receiver:
        filled.delivery(database, receiver.url)
        old_token = filled.hook_token(database, SECRET)
        filled.hook_token(database, new)
        filled.outbox(database, receiver.url).send_due()
        assert len(receiver.grades()) == 1
        receiver.secret = new
        assert len(receiver.grades()) == 1

        with writing(database) as connection:
            tokens.revoke(connection, old_token.id)
        filled.delivery(database, receiver.url, "s2")
        filled.outbox(database, receiver.url).send_due()
        assert len(receiver.messages[1].headers["webhook-signature"].split()) == 1
        assert len(receiver.grades()) == 2


def test_without_a_secret_nothing_goes_out_unsigned(database):
    with receiving(status(200)) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.outbox(database, receiver.url).send_due()

    assert receiver.messages == []
    assert "secret" in filled.now_of(database, one).last_error
    assert filled.now_of(database, one).state == "waiting"


def test_no_score_is_told_as_null(database):
    with receiving(status(200), SECRET) as receiver:
        filled.delivery(database, receiver.url, score=None)
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    data = parsed(receiver.messages[0])["data"]
    assert (data["status"], data["score"]) == ("rejected", None)


class Broken:
    def send(self, delivery, *, dry_run):
        raise RuntimeError("with a token: grade_secret")


def test_a_fault_of_ours_is_tried_again_and_its_text_is_kept_out(database, capfd):
    one = filled.delivery(database, "x", kind="canvas")
    two = filled.delivery(database, "x", "s2", kind="pigeon")

    Outbox(database, {"canvas": Broken()}).send_due()

    assert filled.now_of(database, one).last_error == "This is a fault of the grader (RuntimeError)."
    assert "pigeon" in filled.now_of(database, two).last_error
    assert "grade_secret" not in "".join(capfd.readouterr())


class Rude:
    def send(self, delivery, *, dry_run):
        return Later("\x1b[31mred\u202e\n\n" + "x" * 5000)


def test_what_others_say_is_made_harmless_before_it_is_kept(database):
    one = filled.delivery(database, "x", kind="canvas")

    Outbox(database, {"canvas": Rude()}).send_due()

    kept = filled.now_of(database, one).last_error
    assert "\x1b" not in kept
    assert "\u202e" not in kept
    assert "\n" not in kept
    assert len(kept) <= 300


def test_neither_address_nor_secret_is_logged(database, capfd):
    with receiving(status(500), SECRET) as receiver:
        filled.delivery(database, receiver.url + "?key=secretword")
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    logged = "".join(capfd.readouterr())
    assert "delivery" in logged
    assert "secretword" not in logged
    assert SECRET not in logged


def until(holds):
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it never happened")


def test_planning_tells_each_that_is_to_be_told():
    from dataclasses import replace

    from grader.service.hooks.planning import targets
    from grader.service.store.submissions import Submission

    plain = Submission("i", "c", "attention", "s", "Student 1", "a.py", "0" * 64, 1, None, 1, 0, made.NOON, None, {})
    told = replace(plain, callback_url="https://x/", ids={"canvas": {"connection": "main", "user": "7"}, "other": {}})

    assert list(targets(plain, "graded")) == []
    assert list(targets(told, "graded")) == [("callback", "https://x/"), ("canvas", "main")]
    assert list(targets(told, "rejected")) == [("callback", "https://x/"), ("canvas", "main")]
    assert list(targets(told, "grader_error")) == [("callback", "https://x/")]
