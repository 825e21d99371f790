"""One HTTP request to a checked destination: no second look-up, no redirect, no proxy, a cap on its size and an end."""

import contextlib
import email.utils
import http.client
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.service.hooks.destination import Destination
from grader.service.hooks.limit import Limit

CONNECT_SECONDS = 10.0


@dataclass(frozen=True)
class Answer:
    """What came back. `after` is what it says of when to come again, `location` is where a redirect points."""

    status: int
    after: str
    location: str
    body: bytes

    @property
    def retry_after(self) -> float | None:
        """The seconds after which to come again, None if it does not say."""
        return _seconds_in(self.after)


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
        after, location = (answer.headers.get(name, "") for name in ("Retry-After", "Location"))
        return Answer(answer.status, after, location, content)


@contextlib.contextmanager
def _connected(to: Destination, seconds: float) -> Iterator[http.client.HTTPConnection]:
    """A connection that is cut after `seconds`."""
    with _socket_to(to) as plain, Limit(seconds) as limit:
        limit.watch(plain)
        plain.settimeout(None)  # the limit ends it
        connection = http.client.HTTPConnection(to.origin.host, to.origin.port)
        connection.default_port = to.origin.default_port  # so that the header Host is right for https too
        with _wrapped(plain, to) as connection.sock:
            yield connection


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
    """The meaning of a Retry-After: seconds, or a date; None for all else."""
    if text.isascii() and text.isdigit():
        return float(text[:12])
    try:
        return max(0.0, (email.utils.parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, LookupError, ArithmeticError):  # no date, one without a zone, one that never comes
        return None
