from datetime import timedelta

import pytest
from sqlalchemy import text

from grader.service.columns import now
from grader.service.database import reading, writing
from grader.service.store import tokens
from tests.service import made


def test_a_token_opens_until_it_is_revoked(database):
    course = made.course(database)
    with writing(database) as connection:
        token, secret = tokens.add(connection, "hook", name="LMS", course_id=course.id)
        assert tokens.find(connection, secret) == token
        assert tokens.find(connection, secret + "x") is None
        assert tokens.revoke(connection, token.id)
        assert tokens.find(connection, secret) is None
        assert not tokens.revoke(connection, token.id)


def test_the_text_of_a_token_is_nowhere_in_the_database_nor_in_what_is_printed(database):
    with writing(database) as connection:
        token, secret = tokens.add(connection, "operator", name="me", course_id=None, secret="whsec_hidden")
    with reading(database) as connection:
        assert secret not in str([tuple(row) for row in connection.execute(text("SELECT * FROM tokens"))])
    assert "whsec_hidden" not in repr(token)
    assert token.sha256 not in repr(token)


def test_a_token_ends_when_it_was_meant_to(database):
    with writing(database) as connection:
        _, old = tokens.add(connection, "operator", name="old", course_id=None, expires_at=now() - timedelta(seconds=1))
        _, new = tokens.add(connection, "operator", name="new", course_id=None, expires_at=now() + timedelta(hours=1))
        assert tokens.find(connection, old) is None
        assert tokens.find(connection, new)


@pytest.mark.parametrize(
    ("role", "course", "student"),
    [("operator", "c", None), ("hook", None, None), ("student", "c", None), ("instructor", "c", "s1")],
)
def test_a_token_that_makes_no_sense_is_not_made(database, role, course, student):
    with pytest.raises(ValueError, match="no such token"), writing(database) as connection:
        tokens.add(connection, role, name="x", course_id=course, student_key=student)
