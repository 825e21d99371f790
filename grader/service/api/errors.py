"""What is answered where a request cannot be served: one form for all, `{"error": {"code", "message"}}`."""

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError  # noqa: A004
from starlette.exceptions import HTTPException
from starlette.types import Scope

from grader.service.headers import make_safe
from grader.service.refused import RefusedError


class Problem(BaseModel):
    """What is wrong: a word for programs and a sentence for people."""

    code: str
    message: str


class Refusal(BaseModel):
    """The body of every answer of 400 and above."""

    error: Problem


#: What makes the answer at an address for people, of a status and a sentence; None at others.
Page = Callable[[Scope, int, str], Response | None]
_MOST_PROBLEMS: Final = 5
_log = structlog.get_logger()
_CODES = {400: "malformed", 404: "not_found", 405: "method_not_allowed", 413: "too_large", 415: "unsupported_type"}


def install(app: FastAPI, page: Page) -> None:
    """Have the application answer in this form, whatever refused the request; by a page where `page` makes one."""
    app.add_exception_handler(RefusedError, _refused)  # type: ignore[arg-type]  # it gets what it is registered for
    app.add_exception_handler(HTTPException, _http)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    for kind in (OperationalError, InterfaceError, TimeoutError):  # the database is cut off, full, or too busy
        app.add_exception_handler(kind, functools.partial(_unavailable, page))
    app.add_exception_handler(Exception, functools.partial(_fault, page))


def _refused(_request: Request, error: RefusedError) -> JSONResponse:
    return answer(error.status, error.code, str(error), error.headers)


def _http(_request: Request, error: HTTPException) -> JSONResponse:
    said = f"{str(error.detail).rstrip('.')}."
    return answer(error.status_code, _CODES.get(error.status_code, "refused"), said, error.headers)


def _unavailable(page: Page, request: Request, error: Exception) -> Response:
    _log.error("the database cannot be used", why=type(error).__name__)
    said = "The service cannot do this now. Send it again later."
    made = page(request.scope, 503, said) or answer(503, "unavailable", said, None)
    made.headers["Retry-After"] = "5"
    return made


def _fault(page: Page, request: Request, error: Exception) -> Response:
    """Say no more than that it is ours; what it is stands in the log, without the values of anything.

    No middleware sees this answer.
    """
    _log.error("a fault of ours", why=type(error).__name__)
    said = "This is a fault of the service, not of the request."
    made = page(request.scope, 500, said) or answer(500, "internal", said, None)
    make_safe(made.headers)
    return made


def _invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
    return answer(422, "invalid", problems((one["loc"][1:], one["msg"]) for one in error.errors()), None)


def problems(found: Iterable[tuple[tuple[int | str, ...], str]]) -> str:
    """Name fields and what is wrong with each, not what was sent: that may be long, or somebody's."""
    said = (f"{'.'.join(map(str, place)) or 'body'}: {why.rstrip('.')}" for place, why in found)
    return f"{'; '.join(itertools.islice(said, _MOST_PROBLEMS))}."


def answer(status: int, code: str, message: str, headers: Mapping[str, str] | None) -> JSONResponse:
    """Return an answer in the one form."""
    body = Refusal(error=Problem(code=code, message=message))
    return JSONResponse(body.model_dump(), status, headers=dict(headers or {}))
