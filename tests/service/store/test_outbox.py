from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from grader.service.columns import now
from grader.service.database import writing
from grader.service.store import deliveries
from tests.service import made


def test_a_delivery_is_claimed_by_one_and_sent_once(database):
    attempt = made.attempt(database)
    with writing(database) as connection:
        one = deliveries.add(connection, attempt.id, "callback", "https://lms.example/hook")
        assert deliveries.due(connection, now()) == [one]
        later = now() + timedelta(minutes=1)
        assert deliveries.claim(connection, one, later)
        assert not deliveries.claim(connection, one, later)
        assert deliveries.due(connection, now()) == []
        deliveries.sent(connection, one.id)
        deliveries.failed(connection, one.id, "told too late", None)
        assert deliveries.counts(connection) == {("callback", "sent"): 1}


def test_a_delivery_that_fails_waits_then_dies_and_can_be_revived(database):
    attempt = made.attempt(database)
    with writing(database) as connection:
        one = deliveries.add(connection, attempt.id, "canvas", "{}")
        deliveries.failed(connection, one.id, "refused", now() - timedelta(seconds=1))
        assert [due.last_error for due in deliveries.due(connection, now())] == ["refused"]
        deliveries.failed(connection, one.id, "x" * 5000, None)
        assert len(deliveries.by_id(connection, one.id).last_error) == 500
        assert deliveries.due(connection, now()) == []
        assert deliveries.revive(connection, one.id)
        assert not deliveries.revive(connection, one.id)
        assert [due.id for due in deliveries.due(connection, now())] == [one.id]


def test_an_attempt_tells_each_target_once(database):
    attempt = made.attempt(database)
    with writing(database) as connection:
        deliveries.add(connection, attempt.id, "callback", "https://a.example")
        deliveries.add(connection, attempt.id, "callback", "https://b.example")
        assert len(deliveries.of_attempt(connection, attempt.id)) == 2
    with pytest.raises(IntegrityError), writing(database) as connection:
        deliveries.add(connection, attempt.id, "callback", "https://a.example")
