"""A request that is not served, wherever that is decided."""

from collections.abc import Mapping


class RefusedError(Exception):
    """A request that is not served. `code` is a word for programs; the message says what to do instead."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.headers = status, code, headers
