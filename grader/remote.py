"""A service elsewhere, as whoever hands in sees it: upload, wait, fetch the report."""

import base64
import email.message
import http.client
import json
import socket
import ssl
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import IO, Any, Final

from grader.errors import EnvironmentFaultError, GraderError, InternalError, RejectedError, UsageError
from grader.report import Report

_SECONDS: Final = 60.0  # that one answer may take
_MOST: Final = 64 * 1024 * 1024  # bytes of an answer
_PAUSES: Final = (0.2, 0.2, 0.4, 0.8, 1.5, 3.0)  # seconds, before asking again; the last from then on
_LONGEST_PAUSE: Final = 60.0
_UNREACHED_SECONDS: Final = 30.0  # of nothing but failures, after which they are no passing trouble
_TRANSIENT: Final = (429, 500, 502, 503, 504)
_YOURS: Final = {"closed", "no_attempts_left", "too_large", "unsupported_type", "invalid", "too_long"}


class _Refused(Exception):  # noqa: N818  # between two functions of this file
    def __init__(self, status: int, code: str, message: str, after: float | None) -> None:
        super().__init__(message)
        self.status, self.code, self.after = status, code, after


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token is for the address that was given, and for no other."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> None:
        """Follow nothing."""


class Remote:
    """The service at `url`. What is asked is asked again until it is answered, for `patience` seconds in all."""

    def __init__(self, url: str, token: str, patience: float) -> None:
        if not url.startswith(("https://", "http://")):
            raise UsageError(f"--url is the address of the service, as https://grader.school.edu; {url!r} is none.")
        if not token or not token.isascii() or not token.isprintable():
            raise UsageError("The token is empty or holds characters that none has.")
        self._api, self._token = f"{url.rstrip('/')}/api/v1/submissions", token
        self._end = time.monotonic() + patience
        self._unreached_since: float | None = None
        self._opener = urllib.request.build_opener(_NoRedirect)

    def grade(self, file: Path, assignment: str, student: str) -> Report:
        """Hand a file in, wait until it is graded, and return its report; raise a `GraderError` that says why not."""
        try:
            content = file.read_bytes()
        except OSError as error:
            raise EnvironmentFaultError(f"{file} cannot be read: {error.strerror}.") from error
        upload = {
            "name": file.name, "content_base64": base64.b64encode(content).decode(),
            "assignment": assignment, "student": student,
        }  # fmt: skip
        answer = _object(self._ask("", upload, key=uuid.uuid4().hex))
        submission = answer.get("id")
        if not isinstance(submission, str) or not submission.replace("-", "").replace("_", "").isalnum():
            raise _no_service()
        self._wait(submission)
        try:
            return Report.model_validate_json(self._ask(f"/{submission}/report?format=json"))
        except ValueError:
            raise InternalError("The service's report has another form than this version of grade knows.") from None

    def _wait(self, submission: str) -> None:
        for turn in range(1_000_000_000):
            state = _object(self._ask(f"/{submission}"))
            match state.get("state"):
                case "done":
                    return
                case "parked":
                    why = state.get("fault") or "your instructor sees why, and can have it graded again."
                    raise InternalError(f"The service could not grade it, and will not try again: {why}")
                case "cancelled":
                    raise RejectedError("The grading was cancelled at the service.")
            self._pause(_PAUSES[min(turn, len(_PAUSES) - 1)], f"it is {state.get('state')}")

    def _ask(self, path: str, upload: dict[str, str] | None = None, key: str = "") -> bytes:
        """Return an answer of the service. An upload that is repeated bears the same key: it is taken once."""
        headers = {"Authorization": f"Bearer {self._token}", "User-Agent": "grade-submit"}
        if upload is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
        body = None if upload is None else json.dumps(upload).encode()
        for turn in range(1_000_000_000):
            pause = _PAUSES[min(turn, len(_PAUSES) - 1)]
            try:
                request = urllib.request.Request(self._api + path, data=body, headers=headers)  # noqa: S310
                return self._answer(request)
            except _Refused as refusal:
                if refusal.status not in _TRANSIENT:
                    raise _fault(refusal) from refusal
                self._pause(max(pause, refusal.after or 0), f"it answers {refusal.status}: {refusal}")
            except (OSError, http.client.HTTPException) as error:
                why = getattr(error, "reason", error)
                lasting = isinstance(why, ssl.SSLCertVerificationError | socket.gaierror)
                if self._unreached_since is None:
                    self._unreached_since = time.monotonic()
                if lasting or time.monotonic() - self._unreached_since > _UNREACHED_SECONDS:
                    raise EnvironmentFaultError(f"The service at {self._api} cannot be reached ({why}).") from error
                self._pause(pause, f"it cannot be reached ({why})")
            except ValueError as error:  # of urllib, at what is no address
                raise UsageError(f"--url is no address: {self._api}.") from error
        raise AssertionError

    def _answer(self, request: urllib.request.Request) -> bytes:
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                content: bytes = answer.read(_MOST)
                if answer.length and len(content) < _MOST:  # which `read` does not say
                    raise http.client.IncompleteRead(content, answer.length)
        except urllib.error.HTTPError as error:
            with error:
                said = _problem(error.read(100_000))
            self._unreached_since = None
            after = _seconds(error.headers)
            raise _Refused(error.code, said.get("code", ""), said.get("message", ""), after) from error
        self._unreached_since = None
        return content

    def _pause(self, seconds: float, why: str) -> None:
        seconds = min(seconds, _LONGEST_PAUSE)
        if time.monotonic() + seconds > self._end:
            raise EnvironmentFaultError(f"The service has not answered in time: {why}. Try again later.")
        time.sleep(seconds)


def _object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError as error:
        raise _no_service() from error
    if not isinstance(found, dict):
        raise _no_service()
    return found


def _no_service() -> GraderError:
    return UsageError("What answers at --url is not this grader's service.")


def _problem(content: bytes) -> dict[str, str]:
    try:
        problem = json.loads(content)["error"]
        return {name: str(problem[name]) for name in ("code", "message")}
    except (ValueError, LookupError, TypeError):
        return {}


def _seconds(headers: email.message.Message) -> float | None:
    text = headers.get("Retry-After", "")
    return float(text[:9]) if text.isascii() and text.isdigit() else None


def _fault(refusal: _Refused) -> GraderError:
    """Say who must act on a refusal."""
    said = " ".join(str(refusal).split()) or f"The service answers {refusal.status}."
    if refusal.status == 401:
        return UsageError(f"The service does not accept the token. {said}")
    if 300 <= refusal.status < 400:
        return UsageError("The service is at another address than --url says: it answers with a redirect.")
    return RejectedError(said) if refusal.code in _YOURS else UsageError(said)
