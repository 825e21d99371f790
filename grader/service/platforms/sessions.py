"""How the platforms' libraries speak HTTP: with time limits, and without following anybody anywhere."""

import http.client
import threading
from typing import Any, Final
from urllib.parse import urljoin

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from grader.service.hooks.destination import AddressRefusedError, Lookup, find_from, look_up, read_url
from grader.service.hooks.exchange import ask
from grader.service.hooks.limit import Limit
from grader.service.platforms.handed import PlatformError

_SECONDS: Final = (10.0, 60.0)  # to connect, and between two pieces of an answer
_WHOLE_SECONDS: Final = 60.0  # for one answer: three of them are less than a claim of the outbox
_MOST_HOPS: Final = 5
_DOWNLOAD_SECONDS: Final = 120.0


class _Asking(threading.local):
    """What limits the request that this thread makes."""

    limit: Limit


_asking = _Asking()


class _Plain(HTTPConnection):
    def getresponse(self) -> HTTPResponse:  # type: ignore[override]  # urllib3 has its own, as its class says
        _asking.limit.watch(self.sock)
        return super().getresponse()


class _Safe(_Plain, HTTPSConnection):
    pass


class _PlainPool(HTTPConnectionPool):
    ConnectionCls = _Plain


class _SafePool(HTTPSConnectionPool):
    ConnectionCls = _Safe


_POOLS: Final = {"http": _PlainPool, "https": _SafePool}


class _Patient(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **options: Any) -> None:  # noqa: ANN401
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def proxy_manager_for(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        manager = super().proxy_manager_for(*args, **options)
        manager.pool_classes_by_scheme = _POOLS
        return manager

    def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:  # noqa: ANN401
        patient = {**options, "stream": True, "timeout": options.get("timeout") or _SECONDS}
        try:
            with Limit(_WHOLE_SECONDS) as _asking.limit:
                answer = super().send(request, *args, **patient)
                answer.content  # noqa: B018  # is read here, within the limit
                return answer
        except TimeoutError as error:
            raise requests.Timeout(str(error), request=request) from error


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
