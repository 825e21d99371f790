"""The kind of route that pages have: what is refused is told on a page, and nobody is asked to sign in."""

from collections.abc import Callable, Coroutine
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import Scope

from grader.service.pages.showing import show
from grader.service.refused import RefusedError

_WORDS = {400: "This form cannot be read", 422: "This address is incomplete"}

_FOR_PROGRAMS: Final = ("/api/", "/healthz", "/readyz", "/metrics", "/openapi.json")


class PageRoute(APIRoute):
    """A route whose refusals are pages."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def answer_with_pages(request: Request) -> Response:
            try:
                return await answer(request)
            except RefusedError as error:
                return refusal(request, error)
            except HTTPException as error:
                title = _WORDS.get(error.status_code, "This cannot be done")
                return refusal(request, RefusedError(error.status_code, "refused", f"{title}."))
            except RequestValidationError:
                return refusal(request, RefusedError(422, "invalid", f"{_WORDS[422]}."))

        return answer_with_pages


def refusal(request: Request, error: RefusedError) -> Response:
    """Return what is told to who may not; whoever has not signed in and only looks is led there and back."""
    if error.status == 401 and "hx-request" in request.headers:
        return Response(status_code=401, headers={"HX-Refresh": "true"})
    if error.status == 401 and request.method == "GET":
        back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/?next={quote(back, safe='')}", 303)
    answer = show("refused.html", None, error.status, message=str(error), signed_out=error.status == 401)
    answer.headers.update(error.headers or {})
    return answer


def for_people(scope: Scope, status: int, message: str) -> Response | None:
    """Return the page that says why something was not done, at an address for people; None at one for programs."""
    if scope["path"].startswith(_FOR_PROGRAMS):
        return None
    return show("refused.html", None, status, message=message, signed_out=False)


def pages() -> APIRouter:
    """Return a router for pages, which are not part of the interface for programs."""
    return APIRouter(route_class=PageRoute, include_in_schema=False)
