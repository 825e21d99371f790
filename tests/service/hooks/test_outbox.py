import threading
from contextlib import ExitStack
from datetime import timedelta

import pytest

from grader.service.columns import now
from grader.service.database import writing
from grader.service.hooks import outbox
from grader.service.hooks.outbox import PAUSES, Outbox
from grader.service.hooks.outcome import Done, Later
from grader.service.hooks.signing import new_secret
from grader.service.store import deliveries
from tests.service.hooks import filled
from tests.service.hooks.filled import Clock, until
from tests.service.hooks.receiver import hang, in_turn, receiving, status

SECRET = new_secret()


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


class Quick:
    def __init__(self, look=lambda: None) -> None:
        self.saw, self._look = [], look

    def send(self, delivery, *, dry_run):
        self.saw.append(self._look())
        return Done()


@pytest.mark.parametrize("address", ["", "?submission={}", "/{}"], ids=["one", "by query", "by path"])
def test_however_much_waits_for_one_that_hangs_it_has_one_place_and_the_others_are_served(
    database, monkeypatch, address
):
    monkeypatch.setattr(outbox, "_MOST", 4)
    released, stop = threading.Event(), threading.Event()
    with receiving(hang(released), SECRET) as slow, receiving(status(200), SECRET) as quick:
        for number in range(12):
            filled.delivery(database, slow.url + address.format(number), f"s{number}")
        others = [filled.delivery(database, quick.url, "z1"), filled.delivery(database, "main", "z2", kind="canvas")]
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, slow.url, quick.url, also={"canvas": Quick()})
        thread = threading.Thread(target=box.run, args=(stop,), kwargs={"every": 0.02})
        thread.start()
        try:
            until(lambda: all(filled.now_of(database, one).state == "sent" for one in others))
            assert len(slow.messages) == 1
        finally:
            stop.set()
            released.set()
            thread.join()


def test_where_more_hang_than_there_are_places_all_take_turns(database):
    released, stop = threading.Event(), threading.Event()
    with ExitStack() as open_ones:
        slow = [open_ones.enter_context(receiving(hang(released), SECRET)) for _ in range(3)]
        for number in range(20):
            for one in slow:
                filled.delivery(database, one.url, f"s{number} of {one.port}")
        filled.delivery(database, "main", "z", kind="canvas")
        filled.hook_token(database, SECRET)
        quick = Quick(lambda: max(len(one.messages) for one in slow))
        box = filled.outbox(database, *(one.url for one in slow), seconds=0.3, also={"canvas": quick})
        thread = threading.Thread(target=box.run, args=(stop,), kwargs={"every": 0.02, "receivers": 2})
        thread.start()
        try:
            until(lambda: quick.saw)
        finally:
            stop.set()
            released.set()
            thread.join()
    assert quick.saw[0] <= 2, "tries of the one that was tried most"


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


def test_a_rehearsal_says_what_would_be_sent_and_sends_nothing(database):
    with receiving(status(200), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        two = filled.delivery(database, "https://elsewhere.example/", "s2")
        filled.hook_token(database, SECRET)
        box = filled.outbox(database, receiver.url)

        said = {found.id: outcome for found, outcome in box.rehearse([one, two])}

        assert isinstance(said[one.id], Done)
        assert f"to http://127.0.0.1:{receiver.port}" in said[one.id].note
        assert "not allowed here" in said[two.id].why
        assert receiver.messages == []
    assert filled.now_of(database, one) == one
    assert filled.now_of(database, two) == two


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
