"""The judge's side of a life over pipes: two for the talk, two for text, all non-blocking and under one clock."""

import math
import os
import select
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from grader import wire
from grader.sandbox import quota
from grader.sandbox.leftovers import remove
from grader.sandbox.life import End, LifeEndedError, Output

#: Text kept for people, and text at which a life ends, in bytes for each of stdout and stderr.
KEPT_TEXT: Final = 32 * 1024
MOST_TEXT: Final = 16 * 1024 * 1024
#: Seconds to learn the exit status of a process that has closed its channel.
GRACE: Final = 1.0
_PIECE: Final = 1 << 16


class WorkerEnds(NamedTuple):
    """The descriptors that a worker is given: requests to read; answers, stdout and stderr to write."""

    requests: int
    answers: int
    stdout: int
    stderr: int


class Process(Protocol):
    """The process behind a life."""

    pid: int

    def wait(self, seconds: float) -> int | None:
        """Return the exit status, negative for a signal, or None if it still runs after `seconds`."""
        ...

    def kill(self) -> None:
        """End the process and all that it started, and wait for it alone."""
        ...


class _Text:
    """The first bytes of a stream, and how many there were in all."""

    def __init__(self) -> None:
        self.kept = bytearray()
        self.total = 0

    def add(self, piece: bytes) -> None:
        self.total += len(piece)
        self.kept += piece[: KEPT_TEXT - len(self.kept)]

    def __str__(self) -> str:
        return self.kept.decode("utf-8", "replace")


class PipedLife:
    """A worker process and its pipes. Make it, give `ends` to a process, then `begin` with that process.

    `bounded` says that the kernel keeps the folder small; else the judge looks how full it is.
    """

    def __init__(self, scratch: Path, *, bounded: bool = False) -> None:
        self.scratch = scratch
        self._next_look = float("inf") if bounded else 0.0
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        self._stdout, stdout = os.pipe()
        self._stderr, stderr = os.pipe()
        self.ends = WorkerEnds(requests, answers, stdout, stderr)
        self._text = {self._stdout: _Text(), self._stderr: _Text()}
        self._received = bytearray()
        self._open = {self._answers, *self._text}
        self._process: Process | None = None
        self.ended = self._flooded = False
        self._hearing, self._asking = select.poll(), select.poll()
        self._asking.register(self._requests, select.POLLOUT)
        for descriptor in self._open:
            self._hearing.register(descriptor, select.POLLIN)
            self._asking.register(descriptor, select.POLLIN)
        for descriptor in (self._requests, *self._open):
            os.set_blocking(descriptor, False)

    def begin(self, process: Process | None) -> None:
        """Close the worker's ends, which `process` has by now; None if none could be started."""
        self._process = process
        for descriptor in self.ends:
            os.close(descriptor)

    def runs(self) -> bool:
        """Return whether the process has not ended yet."""
        return self._process is not None and self._process.wait(0) is None

    def send(self, frame: bytes, seconds: float) -> None:
        """See `Life.send`."""
        rest = memoryview(frame)
        for ready in self._turns(self._asking, seconds):
            if self._received:  # nothing may come while a question is put
                raise LifeEndedError(End.GARBLED, detail="an answer to no question")
            if self._requests in ready:
                try:
                    rest = rest[os.write(self._requests, rest[:_PIECE]) :]
                except BrokenPipeError:
                    raise self._gone() from None
            if not rest:
                return

    def receive(self, seconds: float) -> bytes:
        """See `Life.receive`."""
        for _ in self._turns(self._hearing, seconds):
            size = wire.HEADER.size
            if len(self._received) >= size:
                try:
                    size += wire.payload_length(bytes(self._received[:size]))
                except wire.WireError as error:
                    raise LifeEndedError(End.GARBLED, detail=str(error)) from None
                if len(self._received) >= size:
                    frame = bytes(self._received[:size])
                    del self._received[:size]
                    return frame
            if self._answers not in self._open:
                raise self._gone()
        raise LifeEndedError(End.DEADLINE)  # pragma: no cover  # _turns raises it

    def end(self) -> Output:
        """See `Life.end`. Nobody waits for an end of file."""
        if not self.ended:
            self.ended = True
            if self._process is not None:
                self._process.kill()
            for descriptor in self._text:
                self._read(descriptor)
            for descriptor in (self._requests, self._answers, *self._text):
                os.close(descriptor)
            remove(self.scratch)
        stdout, stderr = self._text.values()
        return Output(str(stdout), str(stderr), max(stdout.total, stderr.total) > KEPT_TEXT)

    def _turns(self, poll: select.poll, seconds: float) -> Iterator[set[int]]:
        """Read whatever has come, again and again, and yield what is ready for `poll`, until `seconds` are over."""
        deadline = time.monotonic() + seconds
        ready: set[int] = set()
        while True:
            yield ready
            left = deadline - time.monotonic()
            if left <= 0:
                raise LifeEndedError(End.DEADLINE)
            ready = {descriptor for descriptor, _ in poll.poll(math.ceil(min(left, quota.LOOK_SECONDS) * 1000))}
            self._look()
            for descriptor in ready & self._open:
                self._read(descriptor)
            if len(self._received) > wire.HEADER.size + wire.MAX_FRAME:
                raise LifeEndedError(End.GARBLED, detail="more than the largest answer")
            if self._flooded:
                raise LifeEndedError(End.FLOODED)

    def _look(self) -> None:
        """Raise `LifeEndedError` if the worker's folder is too full, if it is time to look."""
        began = time.monotonic()
        if began >= self._next_look and self._process is not None:
            if quota.full(self.scratch, self._process.pid):
                raise LifeEndedError(End.FILLED)
            ended = time.monotonic()
            self._next_look = ended + max(quota.LOOK_SECONDS, 4 * (ended - began))  # looking is a fifth of the time

    def _read(self, descriptor: int) -> None:
        try:
            piece = os.read(descriptor, _PIECE)
        except BlockingIOError:
            return
        if not piece:
            self._listen_no_more(descriptor)
        elif descriptor == self._answers:
            self._received += piece
        else:
            self._text[descriptor].add(piece)
            self._flooded |= self._text[descriptor].total > MOST_TEXT

    def _listen_no_more(self, descriptor: int) -> None:
        """Listen no more to a descriptor at whose other end nobody is."""
        if descriptor in self._open:
            self._open.remove(descriptor)
            self._hearing.unregister(descriptor)
            self._asking.unregister(descriptor)

    def _gone(self) -> LifeEndedError:
        """Say how the process ended that closed its channel."""
        status = self._process.wait(GRACE) if self._process is not None else None
        if status is None:
            return LifeEndedError(End.GARBLED, detail="the answer channel was closed")
        return LifeEndedError(End.SIGNALLED, -status) if status < 0 else LifeEndedError(End.EXITED, status)
