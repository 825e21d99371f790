"""Something that is done again and again beside the rest."""

import threading
from collections.abc import Callable

import structlog

_log = structlog.get_logger()


class Ticking:
    """Calls `deed` every so many seconds until it is stopped. What goes wrong is told as `what`, and tried again."""

    def __init__(self, what: str, deed: Callable[[], object], seconds: float) -> None:
        self._what, self._deed, self._seconds, self._stopped = what, deed, seconds, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, after what is being done."""
        self._stopped.set()
        self._thread.join(30)

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            try:
                self._deed()
            except Exception as error:
                _log.error("failed; it is tried again", what=self._what, why=type(error).__name__)
