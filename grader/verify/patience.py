"""How long a mistake may take: as long as a submission. The clock runs while the mistake does, never while we work."""

import signal
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from grader.verify.mutant import Functions, failing


class _EndedError(BaseException):
    """Patience has ended: no `except Exception` in what is called takes it for its own."""


class Patience:
    """Seconds that one call may take, and all calls together; none are left after a call that took too long.

    A mistake that is called too long fails as a submission would. For the main thread, whose alarm clock this takes.
    """

    def __init__(self, call_seconds: float, total_seconds: float) -> None:
        self._call_seconds, self._left = call_seconds, total_seconds

    @property
    def ended(self) -> bool:
        """Whether there is none left: whatever is called now fails at once."""
        return self._left <= 0

    def functions(self, make: Callable[[], Functions], names: Iterable[str]) -> Functions:
        """Return the functions that `make` gives, on the clock; failing ones of `names` if that takes too long."""
        try:
            made = self.call(make)
        except TimeoutError as error:
            made = failing(names, error)
        return {name: partial(self.call, function) for name, function in made.items()}

    def call(self, function: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401  # as the function has it
        """Call a function; raise `TimeoutError` if it takes too long."""
        seconds = min(self._call_seconds, self._left)
        if seconds <= 0:
            raise TimeoutError("no time is left")
        before, began = signal.signal(signal.SIGALRM, _end), time.monotonic()
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                return function(*given)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                self._left -= time.monotonic() - began
        except _EndedError:
            self._left = 0
            raise TimeoutError(f"took more than {seconds:g} seconds") from None
        finally:
            signal.signal(signal.SIGALRM, before)


def _end(*_: object) -> None:
    raise _EndedError
