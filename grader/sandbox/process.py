"""A worker in a plain process of its own: the portable way to start one. It needs nothing but POSIX.

What it gives: another address space, a clean environment, an empty scratch folder, no standard input, pipes for the
talk apart from pipes for text, limits on memory growth, processor time, file size and descriptors, and clocks that
the judge owns. What it does not give is a wall: the process has the rights of whoever started it.
"""

import contextlib
import os
import signal
import subprocess
import sys
from typing import Final

from grader.errors import EnvironmentFaultError
from grader.sandbox.life import ClosesOnExit
from grader.sandbox.piped import PipedLife
from grader.sandbox.runtime import Runtime, environment, package_folders

_BOOT: Final = """
import site, sys
library, requests, answers, *packages = sys.argv[1:]
sys.path += [library, *packages]
sys.argv = ["worker"]
site.setquit()
from grader.sandbox.layers import limits
from grader.worker.talk import import_libraries, our_modules, talk
from grader.worker.lifeline import end_with
end_with(int(requests))
import_libraries()
talk(int(requests), int(answers), library, our_modules(), limits.address_space(limits.own_process()))
"""


class _Child:
    """A child of the judge, alone in its process group."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def wait(self, seconds: float) -> int | None:
        """See `Process.wait`."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """See `Process.kill`."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class ProcessLauncher(ClosesOnExit):
    """Starts a new interpreter for each life.

    `warm` starts one ahead of its use: importing torch takes about a second, in which the caller can do other work.
    """

    level: str = "process"
    layers: tuple[str, ...] = ("limits",)

    def __init__(self) -> None:
        self._runtime = Runtime()
        self._warm: list[PipedLife] = []
        self._lives: list[PipedLife] = []

    def warm(self) -> None:
        """Start a worker now for a later `start`, if none is waiting."""
        if not self._warm:
            self._warm.append(self._launch())

    def start(self) -> PipedLife:
        """See `Launcher.start`. A worker that ended while it waited is passed over: nobody had used it yet."""
        while self._warm:
            life = self._warm.pop()
            if life.runs():
                return life
            life.end()
        return self._launch()

    def close(self) -> None:
        """End every life that is left and remove the folders."""
        for life in self._lives:
            life.end()
        self._runtime.close()

    def _launch(self) -> PipedLife:
        life = PipedLife(self._runtime.scratch())
        self._lives = [*(other for other in self._lives if not other.ended), life]
        ends = life.ends
        talk = map(str, (ends.requests, ends.answers))
        argv = [sys.executable, "-I", "-S", "-c", _BOOT, str(self._runtime.library), *talk, *package_folders()]
        try:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL, stdout=ends.stdout, stderr=ends.stderr, pass_fds=ends[:2],
                cwd=life.scratch, env=environment(life.scratch), start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            life.begin(None)
            raise EnvironmentFaultError(f"The worker process could not be started: {error}.") from error
        life.begin(_Child(process))
        return life
