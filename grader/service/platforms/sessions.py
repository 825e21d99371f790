"""How the platforms' libraries speak HTTP: with time limits, and without following anybody anywhere."""

import http.client
from typing import Any, Final
from urllib.parse import urljoin

import requests
from requests.adapters import HTTPAdapter

from grader.service.hooks.destination import AddressRefusedError, Lookup, find_from, look_up, read_url
from grader.service.hooks.exchange import ask
from grader.service.platforms.handed import PlatformError

_SECONDS: Final = (10.0, 60.0)  # to connect, and between two pieces of an answer
_MOST_HOPS: Final = 5
_DOWNLOAD_SECONDS: Final = 120.0


class _Patient(HTTPAdapter):
    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:  # noqa: ANN401
        return super().send(request, *args, **{**options, "timeout": options.get("timeout") or _SECONDS})


def new_session() -> requests.Session:
    """Return a session that waits for a limited time and takes a redirect for a mistake.

    A PUT that is redirected becomes a GET: the answer would look like success, and nothing would be written.
    """
    session = requests.Session()
    session.max_redirects = 0
    for scheme in ("https://", "http://"):
        session.mount(scheme, _Patient())
    return session


def download(home: str, url: str, most: int, lookup: Lookup = look_up) -> bytes:
    """Return a file of up to `most` bytes that the platform at `home` points to; no token goes with the request.

    Follows it to itself or to a public store; raises `PlatformError`.
    """
    origin, _ = read_url(home)
    try:
        for _ in range(_MOST_HOPS):
            to = find_from(origin, url, lookup)
            answer = ask("GET", to, headers={}, seconds=_DOWNLOAD_SECONDS, most=most)
            if answer.status == 200:
                return answer.body
            if answer.status not in (301, 302, 303, 307, 308):
                raise PlatformError(f"The file cannot be had: {to.origin} answers {answer.status}.")
            url = urljoin(url, answer.location)
    except AddressRefusedError as error:
        raise PlatformError(f"The file cannot be had: {error}") from error
    except (OSError, http.client.HTTPException) as error:
        raise PlatformError(f"The file cannot be had: {error or type(error).__name__}.") from error
    raise PlatformError("The file cannot be had: it is moved from place to place.")
