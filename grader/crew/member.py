"""A process that grades, as its parent has it; `talk` is its own side. They say one JSON object a line."""

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from typing import Final, Generic, TypeVar

from grader.errors import EnvironmentFaultError
from grader.report import Frozen

S = TypeVar("S", bound=Frozen)

_PIECE: Final = 1 << 16
_END_SECONDS: Final = 15.0


class Member(Generic[S]):
    """One process, which runs `module` and was told `task`; it says `said`, and keeps the descriptors `keep` open."""

    def __init__(self, module: str, task: Frozen, said: type[S], *, keep: tuple[int, ...] = ()) -> None:
        self._said, self._heard = said, b""
        self._ended, self._burying = "", threading.Lock()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed with the process
        self.since = time.monotonic()
        try:
            self._process = subprocess.Popen(
                # Without the working folder among the places of modules: it may be the one that submissions lie in.
                (sys.executable, "-P", "-m", module),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, pass_fds=keep,
                start_new_session=True,  # Ctrl-C is for the parent
            )  # fmt: skip
        except OSError as error:
            raise EnvironmentFaultError(f"A process to grade with could not be started: {error}.") from error
        self._send(task.model_dump_json())

    def fileno(self) -> int:
        """Return the descriptor that is readable when it has said something."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def tell(self, order: Frozen) -> None:
        """Give an order. That a process is dead is noticed where it is heard."""
        self.since = time.monotonic()
        self._send(order.model_dump_json(exclude_defaults=True))

    def hear(self) -> list[S] | None:
        """Return what it has said, or None if it has ended."""
        piece = os.read(self.fileno(), _PIECE)
        if not piece:
            return None
        *lines, self._heard = (self._heard + piece).split(b"\n")
        return [self._said.model_validate_json(line) for line in lines]

    def kill(self) -> None:
        """End it at once; the kernel and the next fork server clear up after it."""
        self._process.kill()

    def dismiss(self) -> None:
        """Let it end by itself: it stops what it does, and removes its folders."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def bury(self, seconds: float = _END_SECONDS) -> str:
        """Wait for its end, which is forced if it takes long; return how it ended, in words. May be called twice."""
        with self._burying:
            self._ended = self._ended or self._buried(seconds)
            return self._ended

    def _buried(self, seconds: float) -> str:
        self.dismiss()
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._stderr.seek(0)
        said = self._stderr.read().decode("utf-8", "replace").strip().splitlines()[-1:]
        self._stderr.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        return (f"signal {-code}" if code < 0 else f"exit status {code}") + "".join(f": {line}" for line in said)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
