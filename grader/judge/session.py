"""The judge's talk with the workers of one submission.

    no life ── start, READY, LOAD ──> loaded ── CALL, ANSWER or FAILED ──> loaded
       ^                                 │
       └──── the life ended: deadline, exit, signal, flood, garbage ────┘

One question at a time. A life that ends costs the question that was open; the next one goes to a fresh life. A
function that ended `GIVE_UP` lives is not called again, and when the total time is used up nothing is. Causes come
from what the judge saw; a worker's own words only explain.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from grader import wire
from grader.checks import sentence
from grader.checks.case import Failure
from grader.checks.lab import Array
from grader.errors import EnvironmentFaultError
from grader.judge import causes, reading
from grader.manifest import Limits
from grader.report import Cause
from grader.sandbox.life import End, Launcher, Life, LifeEndedError, Output

#: Lives that one function may end before it is called no more.
GIVE_UP: Final = 2
#: Seconds for a worker to import its libraries. Ours, not the student's: a cold disk is slow.
START_SECONDS: Final = 180.0
#: Characters of printed text kept over all lives.
KEPT_TEXT: Final = 64 * 1024
_M = TypeVar("_M", wire.Ready, wire.Loaded, wire.Answer)


class Session:
    """Asks one submission's functions. `locate` turns a file and a line of it into words."""

    def __init__(self, launcher: Launcher, load: wire.Load, limits: Limits, locate: Callable[[str, int], str]) -> None:
        self._launcher, self._load, self._limits, self._locate = launcher, load, limits, locate
        self._life: Life | None = None
        self._number = 0
        self._deadline = float("inf")
        self._ended: Counter[str] = Counter()
        self._given_up: dict[str, Failure] = {}
        self._printed: list[Output] = []
        self.loaded: wire.Loaded | None = None
        self.versions: dict[str, str] = {}
        self.start_seconds = self.load_seconds = 0.0

    def open(self) -> Failure | None:
        """Start a life and load the submission; return why that failed, if it did."""
        began = time.monotonic()
        life = self._life = self._launcher.start()
        self._wait_until_ready(life)
        ready = time.monotonic()
        self.start_seconds = self.start_seconds or ready - began
        self._deadline = min(self._deadline, ready + self._limits.total_seconds)
        failure = self._import(life)
        self.load_seconds = self.load_seconds or time.monotonic() - ready
        if failure is not None:
            self._end_life()
        return failure

    def ask(
        self, function: str, arguments: Mapping[str, Array], *, arrays: bool, echo: bool = False
    ) -> wire.Answer | Failure:
        """Call one function of the submission and return its answer, or why there is none."""
        called = f"{function}({sentence.arguments(arguments)})"
        if function in self._given_up:
            return self._given_up[function]
        if time.monotonic() >= self._deadline:
            limit = sentence.number(self._limits.total_seconds)
            return Failure(Cause.TIMEOUT, f"{called} was not tried: all calls together took longer than {limit} s.")
        failure = self.open() if self._life is None else None
        if failure is not None:
            return failure
        self._number += 1
        blocks = tuple((name, reading.block(value)) for name, value in arguments.items())
        call = wire.Call(function, blocks, arrays, echo)
        reply = self._exchange(call, wire.Answer, self._number, self._limits.call_seconds, called)
        if isinstance(reply, Failure) and self._life is None:
            self._ended[function] += 1
            if self._ended[function] >= GIVE_UP:
                told = f"{reply.message} It was not called again."
                self._given_up[function] = Failure(reply.cause, told)
        return reply

    def renew(self) -> None:
        """End the life, so that the next question goes to a fresh one."""
        self._end_life()

    def close(self) -> Output:
        """End the life and return what all lives printed."""
        self._end_life()
        stdout, stderr = ("".join(getattr(p, name) for p in self._printed) for name in ("stdout", "stderr"))
        cut = any(p.truncated for p in self._printed) or max(len(stdout), len(stderr)) > KEPT_TEXT
        return Output(stdout[:KEPT_TEXT], stderr[:KEPT_TEXT], cut)

    def _wait_until_ready(self, life: Life) -> None:
        """Wait for the libraries. Before the first byte of a submission a failure is the machine's."""
        try:
            _, ready = wire.decode(life.receive(START_SECONDS), wire.FROM_WORKER)
            assert isinstance(ready, wire.Ready)
        except (LifeEndedError, wire.WireError, AssertionError) as error:
            last = life.end().stderr.strip().splitlines()[-1:]
            raise EnvironmentFaultError(
                f"The worker could not start: {last[0] if last else repr(error)}. "
                "Are torch and numpy installed in this environment?"
            ) from None
        self.versions = dict(ready.versions)

    def _import(self, life: Life) -> Failure | None:
        subject = f"Importing {self._load.entry}"
        reply = self._exchange(self._load, wire.Loaded, 0, self._limits.import_seconds, subject)
        if isinstance(reply, Failure):
            return Failure(Cause.IMPORT, reply.message) if reply.cause is Cause.EXCEPTION else reply
        names = [("", *wanted.names, *wanted.made.names) for wanted in self._load.wanted]
        if len(reply.found) != len(names) or any(f not in n for f, n in zip(reply.found, names, strict=True)):
            return Failure(
                Cause.PROTOCOL, f"{subject} sent something that is no answer (functions that nobody asked for)."
            )
        self.loaded = reply
        return None

    def _exchange(
        self, message: wire.Load | wire.Call, kind: type[_M], number: int, seconds: float, subject: str
    ) -> _M | Failure:
        """Say one thing and hear the answer to it. A life that does anything else is over."""
        assert self._life is not None
        left = min(seconds, self._deadline - time.monotonic())
        try:
            self._life.send(wire.encode(message, number), left)
            reply = _awaited(self._life.receive(left), kind, number)
        except (LifeEndedError, wire.WireError) as error:
            ended = LifeEndedError(End.GARBLED, detail=str(error)) if isinstance(error, wire.WireError) else error
            self._end_life()
            return causes.of_end(ended, subject=subject, seconds=seconds)
        if isinstance(reply, wire.Failed):
            place = self._locate(reply.file, reply.line) if reply.line else ""
            return causes.of_exception(reply, subject=subject, place=place, memory_mb=self._limits.memory_mb)
        return reply

    def _end_life(self) -> None:
        if self._life is not None:
            self._printed.append(self._life.end())
            self._life = None


def _awaited(frame: bytes, kind: type[_M], number: int) -> _M | wire.Failed:
    """Decode the one frame that may come now; raise `WireError` for any other."""
    got, reply = wire.decode(frame, wire.FROM_WORKER)
    if got != number or not isinstance(reply, (kind, wire.Failed)):
        raise wire.WireError("an answer to another question")
    return reply
