"""An end to the whole of an exchange: a time-out of a socket is only for the next piece of it."""

import contextlib
import os
import socket
import threading
from types import TracebackType
from typing import Self


class Limit:
    """Within it, connections that it watches are cut after `seconds`, however slowly the other side keeps them busy.

    Leaving it raises `TimeoutError` if they were cut: what looks like the end of an answer may have been the cut.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._over = threading.Event()
        self._handles: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def watch(self, connected: socket.socket) -> None:
        """Cut this one too."""
        self._handles.append(socket.socket(fileno=os.dup(connected.fileno())))  # under TLS a socket has no dup()
        if self._over.is_set():
            self._cut()

    def __enter__(self) -> Self:
        """Begin."""
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End in time, or raise."""
        self._timer.cancel()
        self._timer.join()  # handles are closed only when nobody may cut them
        for handle in self._handles:
            handle.close()
        if self._over.is_set():
            raise TimeoutError(f"no answer within {self._seconds:g} s") from error

    def _end(self) -> None:
        self._over.set()
        self._cut()

    def _cut(self) -> None:
        for handle in self._handles:
            with contextlib.suppress(OSError):  # it is closed already
                handle.shutdown(socket.SHUT_RDWR)
