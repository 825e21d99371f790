"""Who a page is for: the session's token as it stands now, and the forms that only this visitor can send."""

import hmac
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request, Response
from starlette.datastructures import UploadFile

from grader.service.api.body import form_of
from grader.service.columns import now
from grader.service.database import reading
from grader.service.pages.session import SECONDS, Seal, Session, begin, seal_of
from grader.service.refused import RefusedError
from grader.service.service import Service, service_of
from grader.service.store import tokens
from grader.service.store.tokens import Token

FORM_KEY: Final = "form_key"
_COOKIE: Final = "grade_session"
_MOST_FIELDS: Final = 2000  # a class, ticked one by one
_MOST_FIELD_BYTES: Final = 64 * 1024

TheService = Annotated[Service, Depends(service_of)]


@dataclass(frozen=True)
class Visitor:
    """One who looks; `token` is None before signing in."""

    session: Session
    token: Token | None
    form_key: str


def visitor(request: Request, service: TheService) -> Visitor:
    """Return who looks, by the cookie; whoever has none that is good is nobody, with a new session."""
    seal = _seal(service)
    session = seal.open(request.cookies.get(cookie_name(request, service), ""), time.time()) or begin()
    token = None
    if session.token_id:
        with reading(service.database) as connection:
            token = tokens.by_id(connection, session.token_id)
        if token is None or not token.good(now()):
            session, token = begin(), None
    return Visitor(session, token, seal.form_key(session))


def signed_in(who: Annotated[Visitor, Depends(visitor)]) -> Visitor:
    """Return who looks; raise `RefusedError` (401) for nobody."""
    if who.token is None:
        raise RefusedError(401, "sign_in", "Sign in first, and then do it again.")
    return who


Anyone = Annotated[Visitor, Depends(visitor)]
SignedIn = Annotated[Visitor, Depends(signed_in)]


@dataclass(frozen=True)
class Form:
    """What was sent in a form of ours: texts by name, and the file if there was one."""

    texts: Mapping[str, list[str]]
    file_name: str = ""
    file: bytes = b""

    def text(self, name: str) -> str:
        """Return a field's text, "" if it was not sent."""
        return self.texts.get(name, [""])[0]


async def form(request: Request, who: Anyone) -> Form:
    """Read a form; raise `RefusedError` (403) if it is not one that this visitor was shown."""
    async with form_of(request, most_fields=_MOST_FIELDS, most_bytes=_MOST_FIELD_BYTES) as sent:
        texts: dict[str, list[str]] = {}
        name, data = "", b""
        for key, value in sent.multi_items():
            if isinstance(value, UploadFile):
                name, data = value.filename or "", await value.read()
            else:
                texts.setdefault(key, []).append(value)
    made = Form(texts, name, data)
    if not hmac.compare_digest(made.text(FORM_KEY).encode("utf-8", "replace"), who.form_key.encode()):
        raise RefusedError(403, "stale_form", "This form is from another session. Load the page again, and repeat it.")
    return made


Sent = Annotated[Form, Depends(form)]


def remember(response: Response, request: Request, service: Service, session: Session) -> None:
    """Give the session to the browser, for requests that come from our own pages or by a link."""
    response.set_cookie(
        cookie_name(request, service), _seal(service).close(session), max_age=SECONDS, path="/", httponly=True,
        samesite="lax", secure=_secure(request, service),
    )  # fmt: skip


def forget(response: Response, request: Request, service: Service) -> None:
    """Take the session from the browser."""
    response.delete_cookie(
        cookie_name(request, service), path="/", httponly=True, samesite="lax", secure=_secure(request, service)
    )  # fmt: skip


def cookie_name(request: Request, service: Service) -> str:
    """Return what the cookie is called: over TLS so that no other host of the domain can set it."""
    return f"__Host-{_COOKIE}" if _secure(request, service) else _COOKIE


def _secure(request: Request, service: Service) -> bool:
    return request.url.scheme == "https" or service.config.public_url.startswith("https:")


def _seal(service: Service) -> Seal:
    return seal_of(service.config.data)
