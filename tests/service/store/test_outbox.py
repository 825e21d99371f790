from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from grader.service.columns import now
from grader.service.database import writing
from grader.service.store import deliveries
from tests.service import made


def due(connection):
    """All that is due, by what it is due for."""
    found = deliveries.due_targets(connection, now())
    return [one for kind, target in found for one in deliveries.due(connection, now(), kind, [target])]


def test_a_delivery_is_claimed_by_one_and_sent_once(database):
    attempt = made.attempt(database)
    with writing(database) as connection:
        one = deliveries.add(connection, attempt.id, "callback", "https://lms.example/hook")
        assert due(connection) == [one]
        later = now() + timedelta(minutes=1)
        assert deliveries.claim(connection, one, later)
        assert not deliveries.claim(connection, one, later)
        assert due(connection) == []
        deliveries.sent(connection, one.id)
        deliveries.failed(connection, one.id, "told too late", None)
        assert deliveries.counts(connection) == {("callback", "sent"): 1}


def test_a_delivery_that_fails_waits_then_dies_and_can_be_revived(database):
    attempt = made.attempt(database)
    with writing(database) as connection:
        one = deliveries.add(connection, attempt.id, "canvas", "{}")
        deliveries.failed(connection, one.id, "refused", now() - timedelta(seconds=1))
        assert [one.last_error for one in due(connection)] == ["refused"]
        deliveries.failed(connection, one.id, "x" * 5000, None)
        assert len(deliveries.by_id(connection, one.id).last_error) == 500
        assert due(connection) == []
        assert deliveries.revive(connection, one.id)
        assert not deliveries.revive(connection, one.id)
        assert [one.id for one in due(connection)] == [one.id]


def test_an_attempt_tells_each_target_once(database):
    attempt = made.attempt(database)
    with writing(database) as connection:
        deliveries.add(connection, attempt.id, "callback", "https://a.example")
        deliveries.add(connection, attempt.id, "callback", "https://b.example")
        assert len(deliveries.of_attempt(connection, attempt.id)) == 2
    with pytest.raises(IntegrityError), writing(database) as connection:
        deliveries.add(connection, attempt.id, "callback", "https://a.example")
