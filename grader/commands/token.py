"""`grade token`: who may use the service."""

from datetime import timedelta
from typing import cast

import click

from grader.commands.needing import needs_service
from grader.errors import UsageError
from grader.terminal import print_text


@click.group()
def token() -> None:
    """Make, list and revoke tokens of the service."""
    needs_service()


@token.command()
@click.argument("role", type=click.Choice(["student", "instructor", "operator", "hook"]))
@click.option("--course", metavar="NAME", help="The course, which is made if there is none of that name.")
@click.option("--student", metavar="KEY", help="student: the key by which the course knows the student.")
@click.option("--name", default="", metavar="TEXT", help="What to call the token in lists.")
@click.option("--days", type=click.IntRange(1), metavar="N", help="How long it is good; default: until it is revoked.")
@click.option("--webhook", is_flag=True, help="Make a secret with it that signs webhooks.")
def add(role: str, course: str | None, student: str | None, name: str, days: int | None, webhook: bool) -> None:
    """Make a token and print it: it is shown this once, and only its hash is kept.

    A student's sees that student's submissions; an instructor's the whole course; a hook's hands in for all of a
    course; an operator's looks after the service.
    """
    from grader.commands.opening import opened
    from grader.service.columns import now
    from grader.service.database import writing
    from grader.service.hooks.signing import new_secret
    from grader.service.store import audit, courses, tokens
    from grader.service.store.tokens import Role

    if (role == "operator") == bool(course):
        raise UsageError("An operator's token has no --course; every other has one.")
    if (role == "student") != bool(student):
        raise UsageError("A student's token, and no other, has a --student.")
    secret = new_secret() if webhook else None
    with opened() as (database, _), writing(database) as connection:
        place = (courses.by_name(connection, course) or courses.add(connection, course)) if course else None
        made, text = tokens.add(
            connection, cast("Role", role), name=name, course_id=place.id if place else None, student_key=student,
            secret=secret, expires_at=now() + timedelta(days=days) if days else None,
        )  # fmt: skip
        audit.record(connection, "terminal", "token added", made.id, role)
    print_text(f"{text}\n" + (f"{secret}\n" if secret else ""))


@token.command(name="list")
def list_() -> None:
    """List the tokens: what they are for, never what they are."""
    from grader.commands.opening import opened
    from grader.service.columns import now
    from grader.service.database import reading
    from grader.service.store import courses, tokens

    with opened() as (database, _), reading(database) as connection:
        places = [(None, "-"), *((course.id, course.name) for course in courses.all_of_them(connection))]
        lines = [
            f"{one.id}  {one.role:10}  {'good' if one.good(now()) else 'ended':5}  {place}  {one.name}".rstrip()
            for id, place in places  # noqa: A001
            for one in tokens.of_course(connection, id)
        ]
    print_text("".join(f"{line}\n" for line in lines))


@token.command()
@click.argument("id")
def revoke(id: str) -> None:  # noqa: A002
    """Close the token with this ID for good."""
    from grader.commands.opening import opened
    from grader.service.database import writing
    from grader.service.store import audit, tokens

    with opened() as (database, _), writing(database) as connection:
        if not tokens.revoke(connection, id):
            raise UsageError(f"There is no open token {id!r}; see grade token list.")
        audit.record(connection, "terminal", "token revoked", id)
