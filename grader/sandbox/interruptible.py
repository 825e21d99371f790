"""A launcher whose waits can be called off: what a worker is asked may have become old while it thinks."""

import time
from collections.abc import Callable
from typing import Final

from grader.sandbox.life import End, Launcher, Life, LifeEndedError, Output

#: Seconds between two looks at whether an answer is still wanted.
LOOK_SECONDS: Final = 0.1


class Interruptible:
    """Starts the lives of another launcher, and calls `look` while it waits for them; what that raises ends the wait.

    Nothing is called off but the wait for a worker's answer, the only thing that takes long and the only place where
    the judge can be left: the session ends the life, and the launcher can be used further.
    """

    def __init__(self, launcher: Launcher, look: Callable[[], None]) -> None:
        self._launcher, self._look, self._looked = launcher, look, 0.0
        self.level, self.layers = launcher.level, launcher.layers

    def start(self) -> Life:
        """See `Launcher.start`."""
        return _InterruptibleLife(self._launcher.start(), self._heed)

    def _heed(self) -> None:
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            self._look()
            self._looked = time.monotonic()


class _InterruptibleLife:
    def __init__(self, life: Life, heed: Callable[[], None]) -> None:
        self._life, self._heed = life, heed

    def send(self, frame: bytes, seconds: float) -> None:
        """See `Life.send`."""
        self._life.send(frame, seconds)

    def receive(self, seconds: float) -> bytes:
        """See `Life.receive`."""
        deadline = time.monotonic() + seconds
        self._heed()  # many short waits are a long one
        while (left := deadline - time.monotonic()) > LOOK_SECONDS:
            try:
                return self._life.receive(LOOK_SECONDS)
            except LifeEndedError as ended:
                if ended.end is not End.DEADLINE:
                    raise
            self._heed()
        return self._life.receive(left)

    def end(self) -> Output:
        """See `Life.end`."""
        return self._life.end()
