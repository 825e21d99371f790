"""Grades that go back to a platform, as deliveries of the outbox."""

from collections.abc import Mapping
from typing import Protocol

from grader.service.hooks.outcome import Done, Later, Never, Outcome
from grader.service.platforms.grades import Grade, Grades
from grader.service.store.deliveries import Delivery


class Poster(Protocol):
    """A connection that takes grades. `course` is the name of our course that it belongs to."""

    @property
    def course(self) -> str:
        """The name of our course that it belongs to."""
        ...

    def post(self, grade: Grade, *, dry_run: bool) -> Outcome:
        """Put a grade there once; with `dry_run` look, and say what would be done."""
        ...


class GradeSender:
    """The sender of one kind of platform; a delivery's target is the name of the connection in grader.toml."""

    def __init__(self, grades: Grades, posters: Mapping[str, Poster]) -> None:
        self._grades, self._posters = grades, posters

    def send(self, delivery: Delivery, *, dry_run: bool) -> Outcome:
        """See `Sender.send`."""
        poster = self._posters.get(delivery.target)
        if poster is None:
            return Later(f"grader.toml has no connection [service.{delivery.kind}.{delivery.target}].")
        try:
            grade = self._grades.of(delivery, poster.course)
        except LookupError as error:
            return Never(str(error))
        if isinstance(grade, Done):
            return grade
        return poster.post(grade, dry_run=dry_run)
