"""Moodle's web services: one function after the other, by forms that are posted.

Moodle answers 200 whatever happens; an error is an object with `exception` in it.
Source: https://moodledev.io/docs/apis/subsystems/external.
"""

import http.client
import json
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from grader.service.hooks.destination import AddressRefusedError, Lookup, find_from, look_up, read_url
from grader.service.hooks.exchange import ask
from grader.service.platforms.handed import PlatformError, said

_SECONDS: Final = 60.0
_MOST: Final = 32 * 1024 * 1024  # bytes of an answer


class RefusalError(PlatformError):
    """Moodle says no. `code` is its word for why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"Moodle says: {message} ({code})")
        self.code = code


class WebServices:
    """The web services of the Moodle at `url`. `token` gives the token, each time anew."""

    def __init__(self, url: str, token: Callable[[], str], lookup: Lookup = look_up) -> None:
        self._url, self._token, self._lookup = url, token, lookup
        self._home, _ = read_url(url)

    def call(self, function: str, fields: Mapping[str, object]) -> Any:  # noqa: ANN401
        """Return what a function answers; raise `RefusalError` for an error, `PlatformError` for no answer."""
        asked = {"wstoken": self._secret(), "wsfunction": function, "moodlewsrestformat": "json", **fields}
        text = self._ask(f"{self._url}/webservice/rest/server.php", asked, _MOST)
        try:
            answer = json.loads(text)
        except ValueError as error:
            raise PlatformError("Moodle answers no JSON; is the address right, and are web services on?") from error
        if isinstance(answer, dict) and "exception" in answer:
            raise RefusalError(said(answer.get("errorcode", "")), said(answer.get("message", "")))
        return answer

    def file(self, url: str, most: int) -> bytes:
        """Return a file of up to `most` bytes; the token goes to Moodle itself and to nobody else."""
        try:
            origin, _ = read_url(url)
        except AddressRefusedError as error:
            raise PlatformError(str(error)) from error
        if origin != self._home:
            raise PlatformError("Moodle points to a file at another place than itself.")
        content = self._ask(url, {"token": self._secret()}, most)
        if content.startswith(b'{"error"') and b'"errorcode"' in content[:2000]:
            raise PlatformError("Moodle does not give the file.")
        return content

    def _secret(self) -> str:
        try:
            return self._token()
        except OSError as error:
            raise PlatformError(f"The token cannot be read ({type(error).__name__}).") from error

    def _ask(self, url: str, fields: Mapping[str, object], most: int) -> bytes:
        """Post a form: in an address the token would stand in Moodle's log."""
        body = urlencode(fields).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            to = find_from(self._home, url, self._lookup)
            answer = ask("POST", to, body=body, headers=headers, seconds=_SECONDS, most=most)
        except AddressRefusedError as error:
            raise PlatformError(str(error)) from error
        except (OSError, http.client.HTTPException) as error:
            raise PlatformError(f"Moodle does not answer ({type(error).__name__}).") from error
        if answer.status != 200:
            raise PlatformError(f"Moodle answers {answer.status}.")
        return answer.body
