"""The addresses of LTI: /lti/login starts a sign-in, /lti/launch ends it, /lti/jwks.json has our public keys.

Our pages are in no frame of another site, and a session's cookie is not sent there: whoever is sent here within a frame
is offered the same sign-in in a window of its own.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

import requests
import structlog
from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse
from pylti1p3.exception import LtiException, OIDCException
from pylti1p3.service_connector import ServiceConnector

from grader.service.pages.route import PageRoute
from grader.service.pages.showing import POLICY, show
from grader.service.platforms.lti.adapter import (
    TICKET_SECONDS,
    Cookies,
    Launch,
    Login,
    Parameters,
    Session,
    UsedNonces,
    nonce_in,
    ticket,
)
from grader.service.platforms.lti.launched import Launched, LaunchRefusedError, read
from grader.service.platforms.lti.tool import Tool
from grader.service.platforms.sessions import new_session
from grader.service.refused import RefusedError

_log = structlog.get_logger()

_STATE: Final = re.compile(r"state-[0-9a-f-]{36}")
_FIELD: Final = 64 * 1024  # bytes
_FRAMES: Final = ("iframe", "frame", "embed", "object")  # what browsers call them
#: What pylti1p3 raises at claims that have another form than they should.
_MISSHAPEN: Final = (ValueError, TypeError, KeyError, AttributeError, AssertionError)


def lti_router(tool: Tool, public_url: str, on_launch: Callable[[Request, Launched], Response]) -> APIRouter:
    """Return the router; `on_launch` answers a person who was let in, with a session of theirs."""
    router, used = APIRouter(prefix="/lti", include_in_schema=False, route_class=PageRoute), UsedNonces()
    launch_url = f"{public_url.rstrip('/')}/lti/launch"

    async def login(request: Request) -> Response:
        given = await _given(request)
        if request.headers.get("sec-fetch-dest") in _FRAMES:
            return _to_a_window(given)
        parameters, cookies = Parameters(given), Cookies({})
        session = Session(parameters)
        try:
            url = Login(parameters, tool, session_service=session, cookie_service=cookies).redirect(launch_url)
        except OIDCException as error:
            raise RefusedError(400, "lti_login", f"This sign-in cannot begin: {error}.") from error
        response = RedirectResponse(url, 302)
        for state in cookies.given:
            value = ticket(tool.keys.secret, state, session.nonce)
            response.headers.append("Set-Cookie", f"{state}={value}; Max-Age={TICKET_SECONDS}; {_FRAMED}")
        return response

    async def launch(request: Request) -> Response:
        given = await _given(request)
        state = given.get("state", "")
        if not _STATE.fullmatch(state):
            raise RefusedError(400, "lti_launch", "This is no answer to a sign-in that began here.")
        nonce = nonce_in(tool.keys.secret, request.cookies.get(state, ""), state)
        if not nonce:
            raise RefusedError(
                401, "lti_cookie", "Your browser sent no cookie of this sign-in: it took more than ten minutes, or "
                "cookies are blocked in frames. Start again, and have the tool opened in a new window.",
            )  # fmt: skip
        launched = await run_in_threadpool(_verified, tool, given, state, nonce, used)
        response = await run_in_threadpool(on_launch, request, launched)
        response.headers.append("Set-Cookie", f"{state}=; Max-Age=0; {_FRAMED}")
        return response

    async def jwks() -> dict[str, Any]:
        return tool.keys.published()

    router.add_api_route("/login", login, methods=["GET", "POST"])
    router.add_api_route("/launch", launch, methods=["POST"])
    router.add_api_route("/jwks.json", jwks, methods=["GET"])
    return router


#: A launch is a form posted from another site, often within a frame of it.
_FRAMED: Final = "Path=/; Secure; HttpOnly; SameSite=None; Partitioned"


def _to_a_window(given: Mapping[str, str]) -> Response:
    """Return a page that may be framed: all it has is a link, which begins the sign-in anew in a window."""
    answer = show("window.html", None, onward=f"/lti/login?{urlencode(given)}")
    answer.headers["Content-Security-Policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    return answer


async def _given(request: Request) -> dict[str, str]:
    form = await request.form(max_files=0, max_fields=40, max_part_size=_FIELD) if request.method == "POST" else {}
    fields = {**request.query_params, **form}
    return {name: value for name, value in fields.items() if isinstance(value, str) and len(value) <= _FIELD}


def _verified(tool: Tool, given: dict[str, str], state: str, nonce: str, used: UsedNonces) -> Launched:
    """Return who came, if everything about the launch is right."""
    parameters = Parameters(given)
    launch = Launch(
        parameters, tool, session_service=Session(parameters, nonce, used), cookie_service=Cookies({state: state}),
        requests_session=new_session(), service_connector_cls=ServiceConnector,
    )  # fmt: skip
    launch.set_jwt_verify_options({"verify_aud": False, "verify_iat": False, "require": ["exp", "iat", "iss", "aud"]})
    try:
        claims = launch.validate().get_launch_data()
        found = tool.find(claims["iss"], launch.get_client_id())
        assert found is not None, "its deployment was found"
        return read(*found, claims)
    except LaunchRefusedError as error:
        _log.warning("a launch was refused", why=str(error))
        raise RefusedError(403, "lti_launch", str(error)) from error
    except (LtiException, requests.RequestException, *_MISSHAPEN) as error:
        raise RefusedError(401, "lti_launch", f"This sign-in is not accepted ({type(error).__name__}).") from error
