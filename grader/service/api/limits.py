"""How often one token may upload."""

import math
import threading
import time
from collections.abc import Callable
from typing import Final

from grader.service.refused import RefusedError

_MOST_KNOWN: Final = 10_000


class Rates:
    """A bucket for each token: it holds a minute's worth, and fills steadily. Counted in this process."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = float(per_minute), clock
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, token: str) -> None:
        """Count one upload; raise `RefusedError` (429) if there are too many."""
        with self._lock:
            at = self._clock()
            if len(self._left) > _MOST_KNOWN:
                self._left = {key: value for key, value in self._left.items() if at - value[1] < 60}
            left, since = self._left.get(token, (self._most, at))
            left = min(self._most, left + (at - since) * self._most / 60)
            if left < 1:
                wait = math.ceil((1 - left) * 60 / self._most)
                self._left[token] = (left, at)
                raise RefusedError(
                    429, "too_many", f"This token may upload {self._most:.0f} times a minute.",
                    {"Retry-After": str(wait)},
                )  # fmt: skip
            self._left[token] = (left - 1, at)
