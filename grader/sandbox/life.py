"""One life of a worker, as the judge sees it: send a frame, receive a frame, end.

A life ends in a way that the judge *saw*: an exit status, a signal, a clock of its own, a cap. What the worker says
about itself plays no part.
"""

from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import NamedTuple, Protocol, Self


class End(StrEnum):
    """How a life ended."""

    EXITED = "exited"  # the process ended by itself, with a status
    SIGNALLED = "signalled"  # the process was ended by a signal that the judge did not send
    DEADLINE = "deadline"  # the judge's clock ran out
    FLOODED = "flooded"  # more text on stdout and stderr than anyone reads
    FILLED = "filled"  # more files, or larger ones, than a life may have
    GARBLED = "garbled"  # bytes that are no frame, or the channel closed by a process that lives on


@dataclass(frozen=True)
class LifeEndedError(Exception):
    """The worker can answer no more. `number` is the exit status or the signal."""

    end: End
    number: int = 0
    detail: str = ""


class Output(NamedTuple):
    """What a life printed: text for people, never parsed, cut at a cap."""

    stdout: str
    stderr: str
    truncated: bool


class Life(Protocol):
    """A worker from its start to its end."""

    def send(self, frame: bytes, seconds: float) -> None:
        """Send one frame within `seconds`; raise `LifeEndedError` if the worker is gone or does not read."""
        ...

    def receive(self, seconds: float) -> bytes:
        """Return the next frame, whole and of legal length, within `seconds`; raise `LifeEndedError` otherwise.

        After a `DEADLINE` one may wait for the same frame again: the clock is the caller's.
        """
        ...

    def end(self) -> Output:
        """End the worker and everything it started, and return what it printed. May be called twice."""
        ...


class Launcher(Protocol):
    """Starts lives. `level` and `layers` go into the report."""

    level: str
    layers: tuple[str, ...]

    def start(self) -> Life:
        """Return a life whose worker has not yet seen a byte of any submission."""
        ...


class ClosesOnExit:
    """A `with` block closes it."""

    def close(self) -> None:
        """End and remove everything."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
