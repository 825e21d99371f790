"""Who a request comes from: the token in its Authorization header."""

from typing import Annotated

from fastapi import Depends, Request

from grader.service.database import reading
from grader.service.refused import RefusedError
from grader.service.service import Service, service_of
from grader.service.store import tokens
from grader.service.store.tokens import Token

_CHALLENGE = {"WWW-Authenticate": "Bearer"}
_LONGEST = 512


def acting(request: Request, service: Annotated[Service, Depends(service_of)]) -> Token:
    """Return the token of a request; raise `RefusedError` (401) if it has none that is good."""
    kind, _, text = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not text.strip():
        raise RefusedError(401, "no_token", "Send a token: Authorization: Bearer grade_….", _CHALLENGE)
    with reading(service.database) as connection:
        token = tokens.find(connection, text.strip()[:_LONGEST])
    if token is None:
        raise RefusedError(401, "bad_token", "This token is not known, has ended, or was revoked.", _CHALLENGE)
    return token


Acting = Annotated[Token, Depends(acting)]
