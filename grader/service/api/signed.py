"""An upload that is signed, in the way of Standard Webhooks, by a secret of its course instead of bearing a token."""

from fastapi import Request

from grader.service.columns import now
from grader.service.database import reading
from grader.service.hooks.signing import SignatureError, verify
from grader.service.refused import RefusedError
from grader.service.service import Service
from grader.service.store import courses, tokens
from grader.service.store.tokens import Token


def is_signed(request: Request) -> bool:
    """Whether a request comes with a signature."""
    return "webhook-signature" in request.headers


def signer(service: Service, course: str, request: Request, body: bytes) -> tuple[Token, str]:
    """Return the hook's token whose secret signed `body`, and the id of the message: its idempotency key.

    `course` is the name of the course. Raises `RefusedError` (401) if none of its secrets in use did.
    """
    with reading(service.database) as connection:
        place = courses.by_name(connection, course.replace("\0", ""))
        known = tokens.of_course(connection, place.id) if place else []
    at, why = now(), "No secret of this course signed this."
    for token in known:
        if token.secret is None or token.role != "hook" or not token.good(at):
            continue
        try:
            return token, verify(body, request.headers, [token.secret], at)
        except SignatureError as error:
            why = str(error)
    raise RefusedError(401, "bad_signature", why)
