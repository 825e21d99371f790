"""A request that is not served, wherever that is decided."""

from collections.abc import Mapping

import structlog

_log = structlog.get_logger()


class RefusedError(Exception):
    """A request that is not served. `code` is a word for programs; the message says what to do instead."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.headers = status, code, headers


def no_room(error: OSError) -> RefusedError:
    """Return what is answered where the disk took no upload, and log why."""
    _log.error("an upload could not be kept", why=error.strerror)
    return RefusedError(503, "no_room", "The upload could not be kept. Send it again later.", {"Retry-After": "30"})
