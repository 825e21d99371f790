"""Whoever comes from a platform is signed in as who they are there, and led to the assignment they came for."""

import contextlib
from typing import Final

import structlog
from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from grader.service.columns import now
from grader.service.database import writing
from grader.service.pages.labs import lab
from grader.service.pages.session import begin
from grader.service.pages.visitor import remember
from grader.service.platforms.lti.launched import Launched
from grader.service.refused import RefusedError
from grader.service.service import Service, service_of
from grader.service.store import audit, courses, launches, tokens
from grader.service.store.tokens import Token

_MOST_RACES: Final = 5  # first launches of one person at a time
_log = structlog.get_logger()


def arrive(request: Request, launched: Launched) -> Response:
    """Begin a session for a person whose launch was verified; raise `RefusedError` for who may not come in.

    The first launch makes a token, which the later ones find again: to revoke it is to keep the person out. What a
    student's launch said of the way back of grades is kept here, and no upload can say otherwise.
    """
    service = service_of(request)
    if not launched.assignment:
        raise RefusedError(
            422, "no_assignment",
            "This link names no assignment. Whoever made it adds the custom parameter assignment=ID to it.",
        )  # fmt: skip
    lab(service, launched.assignment)
    if launched.problem:
        _log.warning("grades will not go back", connection=launched.connection, why=launched.problem)
    token = _entered(service, launched)
    if not token.good(now()):
        raise RefusedError(403, "revoked", "Your access to this service was ended. Ask your instructor.")
    _log.info("came by LTI", connection=launched.connection, context=launched.context, role=launched.role)
    page = "teach" if launched.role == "instructor" else "a"
    answer = RedirectResponse(f"/{page}/{launched.assignment}", 303)
    remember(answer, request, service, begin(token.id))
    return answer


def _entered(service: Service, launched: Launched) -> Token:
    for _ in range(_MOST_RACES):
        with contextlib.suppress(IntegrityError), writing(service.database) as connection:
            return _enter(connection, launched)
    raise RefusedError(503, "busy", "You come from several places at once. Open the link again.")


def _enter(connection: Connection, launched: Launched) -> Token:
    """Write down who came; raise `IntegrityError` if the same person is just coming by another door."""
    course = courses.by_name(connection, launched.course) or courses.add(connection, launched.course)
    student = launched.person if launched.role == "student" else None
    token = tokens.of_person(connection, course.id, launched.role, launched.person)
    if token is None:
        token = tokens.add(
            connection, launched.role, name=launched.name, course_id=course.id, student_key=student,
            person=launched.person,
        ).token  # fmt: skip
    if student is not None:
        launches.keep(connection, course.id, launched.assignment, student, {"lti": launched.ids})
    audit.record(connection, token.id, "came by LTI", token.id, launched.problem)
    return token
