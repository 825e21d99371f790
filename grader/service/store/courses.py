"""Courses."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select

from grader.service.columns import new_id, now
from grader.service.schema import courses


@dataclass(frozen=True)
class Course:
    """A course; its name is unique."""

    id: str
    name: str
    created_at: datetime


def add(connection: Connection, name: str) -> Course:
    """Add a course; raise `IntegrityError` if there is one of that name."""
    course = Course(new_id(), name, now())
    connection.execute(insert(courses).values(**course.__dict__))
    return course


def by_id(connection: Connection, id: str) -> Course | None:  # noqa: A002
    """Return a course."""
    row = connection.execute(select(courses).where(courses.c.id == id)).one_or_none()
    return Course(*row) if row else None


def by_name(connection: Connection, name: str) -> Course | None:
    """Return a course."""
    row = connection.execute(select(courses).where(courses.c.name == name)).one_or_none()
    return Course(*row) if row else None


def all_of_them(connection: Connection) -> list[Course]:
    """Return all courses, by name."""
    return [Course(*row) for row in connection.execute(select(courses).order_by(courses.c.name))]
