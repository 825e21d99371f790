import pytest

from grader.service.config import ServiceSettings
from grader.service.database import writing
from grader.service.delivering import Delivering
from grader.service.files import Files
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.calling import Caller
from grader.service.hooks.outbox import Outbox
from grader.service.hooks.signing import new_secret
from grader.service.queue.inline import InlineJobs
from grader.service.service import Service
from grader.service.store import tokens
from grader.settings import Settings
from tests.service import made
from tests.service.hooks import filled
from tests.service.hooks.receiver import in_turn, parsed, receiving, status

SECRET = new_secret()


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


@pytest.mark.parametrize(
    ("due", "late_seconds", "counted"), [("2026-11-30T11", 3600, 72.0), ("2026-12-07T12", 0, 80.0)]
)
def test_lateness_and_what_it_costs_are_told_by_todays_rules(database, tmp_path, due, late_seconds, counted):
    rules = made.labs(tmp_path / "labs", f"late_percent_per_day = 10\ndue = {due}:00:00Z")
    with receiving(status(200), SECRET) as receiver:
        filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        config = ServiceSettings(data=tmp_path, callbacks={"allow": [receiver.url.rsplit("/", 1)[0]]})
        settings = Settings(assignments=rules, service=config)
        Delivering(Service(settings, database, Files(tmp_path / "files"), InlineJobs())).outbox.send_due()
        (grade,) = receiver.grades().values()
    assert (grade["data"]["late_seconds"], grade["data"]["counted"]) == (late_seconds, counted)


@pytest.mark.parametrize("after", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "soon", "120"])
def test_what_a_receiver_says_of_later_changes_nothing_about_what_it_answered(database, after):
    with receiving(in_turn(status(200, Retry_After=after), status(503, Retry_After=after)), SECRET) as receiver:
        taken, refused = (filled.delivery(database, receiver.url, student) for student in ("s1", "s2"))
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    assert (filled.now_of(database, taken).state, filled.now_of(database, taken).last_error) == ("sent", None)
    assert filled.now_of(database, refused).last_error == "The receiver answered 503."


def test_gone_is_final(database):
    with receiving(status(410), SECRET) as receiver:
        one = filled.delivery(database, receiver.url)
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    kept = filled.now_of(database, one)
    assert kept.state == "dead"
    assert "410" in kept.last_error


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


def test_neither_address_nor_secret_is_logged(database, capfd):
    with receiving(status(500), SECRET) as receiver:
        filled.delivery(database, receiver.url + "?key=secretword")
        filled.hook_token(database, SECRET)
        filled.outbox(database, receiver.url).send_due()

    logged = "".join(capfd.readouterr())
    assert "delivery" in logged
    assert "secretword" not in logged
    assert SECRET not in logged
