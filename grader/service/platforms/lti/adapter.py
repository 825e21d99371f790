"""pylti1p3 on top of plain mappings: what it wants to have as request, cookies and session.

Between login and launch nothing is kept here: state and nonce travel in a cookie of the browser that only we can
write. A nonce is good once; what was used is remembered for as long as a ticket lives.
"""

import hmac
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

import jwt
from pylti1p3.cookie import CookieService
from pylti1p3.message_launch import MessageLaunch
from pylti1p3.oidc_login import OIDCLogin
from pylti1p3.redirect import Redirect
from pylti1p3.request import Request
from pylti1p3.session import SessionService

from grader.service.platforms.lti.tool import Tool

TICKET_SECONDS: Final = 600


class Parameters(Request):
    """The parameters of a request."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given

    @property
    def session(self) -> dict[str, Any]:
        """None is kept."""
        return {}

    def is_secure(self) -> bool:
        """Cookies are always for secure places."""
        return True

    def get_param(self, key: str) -> str:
        """Return a parameter, "" if it was not given."""
        return self._given.get(key, "")


class Cookies(CookieService):
    """Cookies that were sent, and those to be set."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        self._sent = sent
        self.given: dict[str, str] = {}

    def get_cookie(self, name: str) -> str | None:
        """Return what was sent."""
        return self._sent.get(name)

    def set_cookie(self, name: str, value: str | int, exp: int | None = 3600) -> None:
        """Remember what is to be set."""
        self.given[name] = str(value)


class UsedNonces:
    """The nonces that were used in the last minutes."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._lock = threading.Lock()

    def first(self, nonce: str) -> bool:
        """Take note of a nonce; return whether it is new."""
        at = time.monotonic()
        with self._lock:
            self._until = {one: until for one, until in self._until.items() if until > at}
            return self._until.setdefault(nonce, until := at + TICKET_SECONDS) is until


class Session(SessionService):
    """The nonce of one login, and nothing else."""

    def __init__(self, request: Request, nonce: str = "", used: UsedNonces | None = None) -> None:
        super().__init__(request)
        self.nonce, self._used = nonce, used

    def save_nonce(self, nonce: str) -> None:
        """Keep the nonce that goes to the platform."""
        self.nonce = nonce

    def check_nonce(self, nonce: str) -> bool:
        """Whether it is the one of this login, for the first time."""
        same = bool(self.nonce) and hmac.compare_digest(str(nonce).encode(), self.nonce.encode())
        return same and self._used is not None and self._used.first(nonce)

    def check_state_is_valid(self, state: str, id_token_hash: str) -> bool:
        """No: a launch without its cookie is never a known one."""
        return False

    def set_state_valid(self, state: str, id_token_hash: str) -> None:
        """Keep nothing."""

    def save_launch_data(self, key: str, jwt_body: Mapping[str, Any]) -> None:
        """Keep nothing."""


class _Address(Redirect[str]):
    def __init__(self, url: str) -> None:
        self._url = url

    def do_redirect(self) -> str:
        return self._url

    def do_js_redirect(self) -> str:
        return self._url

    def set_redirect_url(self, location: str) -> None:
        self._url = location

    def get_redirect_url(self) -> str:
        return self._url


class Login(OIDCLogin[Parameters, Tool, Session, Cookies, str]):
    """A login whose redirect is an address."""

    def get_redirect(self, url: str) -> Redirect[str]:
        """See `OIDCLogin`."""
        return _Address(url)


class Launch(MessageLaunch[Parameters, Tool, Session, Cookies]):
    """A launch with the parameters of a request."""

    def _get_request_param(self, key: str) -> str:
        return self._request.get_param(key)


def ticket(secret: bytes, state: str, nonce: str) -> str:
    """Return the value of the cookie of a login."""
    return jwt.encode({"state": state, "nonce": nonce, "exp": int(time.time()) + TICKET_SECONDS}, secret, "HS256")


def nonce_in(secret: bytes, text: str, state: str) -> str:
    """Return the nonce of the login with this state, "" if the ticket is not ours, too old, or of another login."""
    try:
        kept = jwt.decode(text, secret, ["HS256"], options={"require": ["exp"]})
    except jwt.InvalidTokenError:
        return ""
    return str(kept["nonce"]) if kept.get("state") == state else ""
