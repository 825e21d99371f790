"""The processes that grade, as their parent has them: started, told, heard, ended."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from typing import Final

from grader.batch.words import Order, Said, Task
from grader.errors import EnvironmentFaultError
from grader.report import SandboxInfo

_PIECE: Final = 1 << 16
_END_SECONDS: Final = 15.0
#: Without the working folder among the places of modules: it may be the one that the submissions lie in.
_ARGV: Final = (sys.executable, "-P", "-m", "grader.batch.job")


class Job:
    """One job. `entry` is the place in the roster of what it works on; `lock` a descriptor that it keeps open."""

    def __init__(self, task: Task, lock: int) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed with the job
        self.task, self.entry, self.since = task, -1, time.monotonic()
        self.sandbox: SandboxInfo | None = None  # known once it is ready
        self._heard = b""
        try:
            self._process = subprocess.Popen(
                _ARGV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, pass_fds=(lock,),
                start_new_session=True,  # Ctrl-C is for the parent
            )  # fmt: skip
        except OSError as error:
            raise EnvironmentFaultError(f"A process to grade with could not be started: {error}.") from error
        self._send(task.model_dump_json())

    def fileno(self) -> int:
        """Return the descriptor that is readable when it has said something."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def tell(self, order: Order) -> None:
        """Give an order. That a job is dead is noticed where it is heard."""
        self.since = time.monotonic()
        self._send(order.model_dump_json(exclude_defaults=True))

    def hear(self) -> list[Said] | None:
        """Return what it has said, or None if it has ended."""
        piece = os.read(self.fileno(), _PIECE)
        if not piece:
            return None
        *lines, self._heard = (self._heard + piece).split(b"\n")
        return [Said.model_validate_json(line) for line in lines]

    def kill(self) -> None:
        """End it at once; the kernel and the next fork server clear up after it."""
        self._process.kill()

    def dismiss(self) -> None:
        """Let it end by itself: it stops what it does, and removes its folders."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def bury(self, seconds: float = _END_SECONDS) -> str:
        """Wait for its end, which is forced if it takes long; return how it ended, in words."""
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
