"""A worker in a plain process of its own: level `process`, the portable one. It needs nothing but POSIX.

What it gives: another address space, a clean environment, an empty scratch folder, no standard input, pipes for the
talk apart from pipes for text, limits on memory growth, processor time, file size and descriptors, and clocks that
the judge owns. What it does not give is a wall: the process has the rights of whoever started it.
"""

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from grader import wire
from grader.errors import EnvironmentFaultError
from grader.sandbox.life import End, LifeEndedError, Output

#: Text kept for people, and text at which a life ends, in bytes for each of stdout and stderr.
KEPT_TEXT: Final = 32 * 1024
MOST_TEXT: Final = 16 * 1024 * 1024
#: Seconds to learn the exit status of a process that has closed its channel.
GRACE: Final = 1.0
_PIECE: Final = 1 << 16
#: Variables that a worker inherits: they choose a correct BLAS kernel on some processors.
_INHERITED: Final = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
_BOOT: Final = """
import site, sys
library, requests, answers, *packages = sys.argv[1:]
sys.path += [*packages, library]
sys.argv = ["worker"]
site.setquit()
from grader.worker.talk import talk
talk(int(requests), int(answers), library)
"""


def _package_folders() -> list[str]:
    """The folders of installed packages. Named one by one, so that no .pth file leads to the reference."""
    return list(dict.fromkeys(sysconfig.get_path(key) for key in ("purelib", "platlib")))


def _environment(scratch: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    folders = dict.fromkeys(("HOME", "TMPDIR", "TORCHINDUCTOR_CACHE_DIR"), str(scratch))
    return {"PATH": os.defpath, "LANG": "C.UTF-8", "MALLOC_ARENA_MAX": "2", **threads, **folders, **kept}


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


class ProcessLife:
    """A worker process with its pipes. All reading and writing is non-blocking, under one clock."""

    def __init__(self, library: Path, scratch: Path) -> None:
        self._scratch = scratch
        read_requests, self._requests = os.pipe()
        self._answers, write_answers = os.pipe()
        theirs = (read_requests, write_answers)
        argv = [sys.executable, "-I", "-S", "-c", _BOOT, str(library), *map(str, theirs), *_package_folders()]
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                pass_fds=theirs, cwd=scratch, env=_environment(scratch), start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise EnvironmentFaultError(f"The worker process could not be started: {error}.") from error
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._streams = {self._process.stdout.fileno(): _Text(), self._process.stderr.fileno(): _Text()}
        self._received = bytearray()
        self._open = {self._answers, *self._streams}
        self.ended = False
        for descriptor in (self._requests, *self._open):
            os.set_blocking(descriptor, False)

    def send(self, frame: bytes, seconds: float) -> None:
        """See `Life.send`."""
        rest = memoryview(frame)
        for ready in self._turns(seconds, self._requests):
            if self._requests in ready:
                try:
                    rest = rest[os.write(self._requests, rest[:_PIECE]) :]
                except BrokenPipeError:
                    raise self._gone() from None
            if not rest:
                return

    def receive(self, seconds: float) -> bytes:
        """See `Life.receive`."""
        for _ in self._turns(seconds):
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
        """See `Life.end`. The whole process group is killed; nobody waits for an end of file."""
        if not self.ended:
            self.ended = True
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for descriptor in self._streams:
                self._read(descriptor, pieces=KEPT_TEXT // _PIECE + 1)
            for stream in (self._process.stdout, self._process.stderr):
                assert stream is not None
                stream.close()
            os.close(self._requests)
            os.close(self._answers)
            shutil.rmtree(self._scratch, ignore_errors=True)
        stdout, stderr = self._streams.values()
        return Output(str(stdout), str(stderr), max(stdout.total, stderr.total) > KEPT_TEXT)

    def _turns(self, seconds: float, writable: int | None = None) -> Iterator[set[int]]:
        """Read whatever has come, again and again, and yield what is ready, until `seconds` are over."""
        deadline = time.monotonic() + seconds
        ready: set[int] = set()
        while True:
            yield ready
            left = deadline - time.monotonic()
            if left <= 0:
                raise LifeEndedError(End.DEADLINE)
            ready = self._wait(left, writable)
            for descriptor in ready & self._open:
                self._read(descriptor)
            if any(text.total > MOST_TEXT for text in self._streams.values()):
                raise LifeEndedError(End.FLOODED)

    def _wait(self, seconds: float, writable: int | None) -> set[int]:
        with selectors.DefaultSelector() as selector:
            for descriptor in self._open:
                selector.register(descriptor, selectors.EVENT_READ)
            if writable is not None:
                selector.register(writable, selectors.EVENT_WRITE)
            return {key.fd for key, _ in selector.select(seconds)}

    def _read(self, descriptor: int, pieces: int = 1) -> None:
        for _ in range(pieces):
            try:
                piece = os.read(descriptor, _PIECE)
            except BlockingIOError:
                return
            if not piece:
                self._open.discard(descriptor)
                return
            if descriptor == self._answers:
                self._received += piece
            else:
                self._streams[descriptor].add(piece)

    def _gone(self) -> LifeEndedError:
        """Say how the process ended that closed its channel."""
        try:
            status = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return LifeEndedError(End.GARBLED, detail="the answer channel was closed")
        if status < 0:
            return LifeEndedError(End.SIGNALLED, -status)
        return LifeEndedError(End.EXITED, status)


class ProcessLauncher:
    """Starts plain worker processes from a copy of the worker's few files, kept in a folder of their own.

    A copy, because the tree beside the original holds the reference. `warm` starts a process ahead of its use:
    importing torch takes about a second, in which the caller can do something else.
    """

    level: str = "process"
    layers: tuple[str, ...] = ("limits",)

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True)
        self._library = Path(self._folder.name) / "library"
        source = Path(wire.__file__).parent
        target = self._library / "grader"
        shutil.copytree(source / "worker", target / "worker", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("__init__.py", "wire.py"):
            shutil.copy(source / name, target / name)
        self._warm: list[ProcessLife] = []
        self._lives: list[ProcessLife] = []

    def warm(self) -> None:
        """Start a worker now for a later `start`."""
        self._warm.append(self._launch())

    def start(self) -> ProcessLife:
        """See `Launcher.start`."""
        return self._warm.pop() if self._warm else self._launch()

    def close(self) -> None:
        """End every life that is left and remove the folders."""
        for life in self._lives:
            life.end()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _launch(self) -> ProcessLife:
        scratch = Path(tempfile.mkdtemp(prefix="scratch-", dir=self._folder.name))
        life = ProcessLife(self._library, scratch)
        self._lives = [*(other for other in self._lives if not other.ended), life]
        return life
