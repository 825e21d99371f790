"""Kinds of columns that mean the same in SQLite and PostgreSQL, and the ids and times that go into them."""

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Dialect, Text, TypeDecorator

_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(16)


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def later(than: datetime | None) -> datetime:
    """Return the time, or a millisecond after another one where the clock was set back behind that."""
    return now() if than is None else max(now(), than + timedelta(milliseconds=1))


class Moment(TypeDecorator[datetime]):
    """A time in UTC, as text of one length: what sorts as text sorts as time."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write it down; a time without a zone is a fault."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone")
        return value.astimezone(UTC).strftime(_FORM)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ANN401
        """Read it."""
        return None if value is None else datetime.strptime(value, _FORM).replace(tzinfo=UTC)


class Json(TypeDecorator[Any]):
    """Plain JSON as text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ANN401
        """Write it down."""
        return None if value is None else json.dumps(value, sort_keys=True, allow_nan=False)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Any | None:  # noqa: ANN401
        """Read it."""
        return None if value is None else json.loads(value)
