"""One HTTP request to a checked destination: no second look-up, no redirect, no proxy, a cap on its size and an end."""

import contextlib
import email.utils
import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.service.hooks.destination import Destination

CONNECT_SECONDS = 10.0


@dataclass(frozen=True)
class Answer:
    """What came back. `retry_after` is in seconds, `location` is where a redirect points."""

    status: int
    retry_after: float | None
    location: str
    body: bytes


class TooLongError(OSError):
    """An answer is longer than anybody wants to read."""


def ask(
    method: str, to: Destination, *, body: bytes = b"", headers: Mapping[str, str], seconds: float, most: int = 0
) -> Answer:
    """Send one request, and return what comes back within `seconds` of being connected.

    Reads up to `most` bytes of the answer's body, none for 0. Raises `OSError` (`TooLongError` among them) or
    `http.client.HTTPException` if there is no answer. A redirect is an answer like any other.
    """
    with _connected(to, seconds) as connection:
        connection.request(method, to.path, body=body or None, headers={**headers, "Connection": "close"})
        answer = connection.getresponse()
        content = answer.read(most + 1) if most else b""
        if len(content) > most:
            raise TooLongError(f"the answer is longer than {most} bytes")
        if answer.length and most:
            raise http.client.IncompleteRead(content, answer.length)
        retry_after = _seconds_in(answer.headers.get("Retry-After", ""))
        return Answer(answer.status, retry_after, answer.headers.get("Location", ""), content)


@contextlib.contextmanager
def _connected(to: Destination, seconds: float) -> Iterator[http.client.HTTPConnection]:
    """A connection that is cut after `seconds`, however slowly the other side keeps it busy."""
    with _socket_to(to) as plain, plain.dup() as handle:
        late = threading.Event()
        timer = threading.Timer(seconds, _cut, (handle, late))
        timer.daemon = True
        timer.start()
        try:
            plain.settimeout(None)  # the timer ends it
            connection = http.client.HTTPConnection(to.origin.host, to.origin.port)
            connection.default_port = to.origin.default_port  # so that the header Host is right for https too
            with _wrapped(plain, to) as connection.sock:
                yield connection
            if late.is_set():  # what looks like the end of an answer may be the cut
                raise TimeoutError
        except (OSError, http.client.HTTPException) as error:
            if late.is_set():
                raise TimeoutError(f"no answer within {seconds:g} s") from error
            raise
        finally:
            timer.cancel()
            timer.join()  # the handle is closed only when nobody may cut it


def _cut(handle: socket.socket, late: threading.Event) -> None:
    late.set()
    with contextlib.suppress(OSError):  # it is closed already
        handle.shutdown(socket.SHUT_RDWR)


def _socket_to(to: Destination) -> socket.socket:
    """Connect to the first of the checked addresses that answers."""
    failure: OSError | None = None
    for address in to.addresses:
        try:
            return socket.create_connection((address, to.origin.port), timeout=CONNECT_SECONDS)
        except OSError as error:
            failure = error
    raise failure or OSError("there is no address to connect to")


def _wrapped(plain: socket.socket, to: Destination) -> socket.socket:
    if to.origin.scheme == "http":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=to.origin.host)


def _seconds_in(text: str) -> float | None:
    """The meaning of a Retry-After: seconds, or a date."""
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        return max(0.0, (email.utils.parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):  # no date, or one without a zone
        return None
