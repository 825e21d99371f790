"""Tokens: who may do what. Only their hashes are kept."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection, insert, select, update

from grader.service.columns import new_id, now
from grader.service.schema import tokens

Role = Literal["student", "instructor", "operator", "hook"]
PREFIX: Final = "grade_"


@dataclass(frozen=True)
class Token:
    """What is known of a token. Its webhook secret (`whsec_…`, None for most) and its hash are never shown.

    `person` is who a platform says it belongs to; such a token's text is known to nobody.
    """

    id: str
    course_id: str | None
    role: Role
    student_key: str | None
    name: str
    sha256: str = field(repr=False)
    secret: str | None = field(repr=False)
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    person: str | None = None

    def good(self, at: datetime) -> bool:
        """Whether it opens anything at that time."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


class Made(NamedTuple):
    """A new token, and the text that is shown once and kept nowhere."""

    token: Token
    text: str


def add(
    connection: Connection,
    role: Role,
    *,
    name: str,
    course_id: str | None,
    student_key: str | None = None,
    secret: str | None = None,
    expires_at: datetime | None = None,
    person: str | None = None,
) -> Made:
    """Make a token. An operator's belongs to no course, a student's to one student of a course.

    Raises `IntegrityError` if the `person` has one of this role in this course.
    """
    if (role == "operator") != (course_id is None) or (role == "student") != (student_key is not None):
        raise ValueError(f"no such token: {role} of course {course_id!r} and student {student_key!r}")
    text = PREFIX + secrets.token_urlsafe(32)
    token = Token(
        id=new_id(), course_id=course_id, role=role, student_key=student_key, name=name, sha256=_sha256(text),
        secret=secret, created_at=now(), expires_at=expires_at, revoked_at=None, person=person,
    )  # fmt: skip
    connection.execute(insert(tokens).values(**token.__dict__))
    return Made(token, text)


def find(connection: Connection, text: str) -> Token | None:
    """Return the token with this text if it is good now."""
    sha256 = _sha256(text)
    row = connection.execute(select(tokens).where(tokens.c.sha256 == sha256)).one_or_none()
    if row is None or not hmac.compare_digest(row.sha256, sha256):
        return None
    token = Token(*row)
    return token if token.good(now()) else None


def by_id(connection: Connection, id: str) -> Token | None:  # noqa: A002
    """Return a token, good or not."""
    row = connection.execute(select(tokens).where(tokens.c.id == id)).one_or_none()
    return Token(*row) if row else None


def of_person(connection: Connection, course_id: str, role: Role, person: str) -> Token | None:
    """Return the token, good or not, of somebody who came from a platform."""
    row = connection.execute(select(tokens).filter_by(course_id=course_id, role=role, person=person)).one_or_none()
    return Token(*row) if row else None


def of_course(connection: Connection, course_id: str | None) -> list[Token]:
    """Return the tokens of a course, or with None the operators'; the oldest first."""
    rows = connection.execute(select(tokens).where(tokens.c.course_id == course_id).order_by(tokens.c.created_at))
    return [Token(*row) for row in rows]


def revoke(connection: Connection, id: str) -> bool:  # noqa: A002
    """Close a token for good; return whether there was an open one."""
    wanted = (tokens.c.id == id) & tokens.c.revoked_at.is_(None)
    return connection.execute(update(tokens).where(wanted).values(revoked_at=now())).rowcount > 0


def _sha256(text: str) -> str:
    """Hash a token: 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
