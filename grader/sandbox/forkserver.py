"""Starts workers by forking a process that has torch loaded: a life costs milliseconds instead of a second.

The host (`grader/worker/host.py`) is started once and replaced when it dies, has forked `MOST_FORKS` lives, or has
grown by `MOST_GROWTH`. It reports how workers end; whether a report is awaited, and for how long, the judge decides.
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from grader.errors import EnvironmentFaultError
from grader.sandbox.footprint import private_bytes
from grader.sandbox.layers import cgroup
from grader.sandbox.layers.confinement import Confinement
from grader.sandbox.levels import Level, confinement_for, insist_on
from grader.sandbox.life import ClosesOnExit
from grader.sandbox.piped import PipedLife
from grader.sandbox.runtime import Runtime, environment, package_folders
from grader.wire import NUMBER, STATUS

#: Lives after which a host is replaced, so that nothing that forking leaves behind adds up.
MOST_FORKS: Final = 1000
#: Bytes by which a host's own memory may grow. Measured over a thousand forks: 4096.
MOST_GROWTH: Final = 32 * 1024 * 1024
_SETTLED: Final = 4  # forks after which a host's memory should stay as it is
#: Seconds for the host to import its libraries, and to fork.
START_SECONDS: Final = 180.0
FORK_SECONDS: Final = 30.0
_BOOT: Final = """
import site, sys
library, control, plan, *packages = sys.argv[1:]
sys.path += [library, *packages]
sys.argv = ["worker"]
site.setquit()
from grader.sandbox.layers.confinement import Confinement
with open(plan) as file:
    confinement = Confinement.from_json(file.read())
own_process = confinement.confine_host()
from grader.worker.host import serve
serve(int(control), library, confinement, own_process)
"""


class HostGoneError(Exception):
    """The fork server does not answer; another one will."""


class _Host:
    """A running fork server and the judge's end of its socket."""

    def __init__(self, runtime: Runtime, confinement: Confinement) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        home = runtime.folder
        plan = home / "confinement.json"  # a file: a worker can read its command line, and that has a longest length
        plan.write_text(confinement.to_json())
        talk = (str(theirs.fileno()), str(plan))
        argv = [sys.executable, "-I", "-S", "-c", _BOOT, str(runtime.library), *talk, *package_folders()]
        try:
            self._process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                pass_fds=(theirs.fileno(),), cwd=home, env=environment(home), start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise EnvironmentFaultError(f"The worker process could not be started: {error}.") from error
        finally:
            theirs.close()
        self._statuses: dict[int, int] = {}
        self._ready = False
        self._private_bytes = 0
        self.forks = 0

    def fork(self, number: int, life: PipedLife) -> "_Forked":
        """Fork a worker that has the worker's ends of `life`; raise `HostGoneError` if the host cannot."""
        self._wait_until_ready()
        self.forks += 1
        packet = NUMBER.pack(b"F", number) + os.fsencode(life.scratch)
        try:
            socket.send_fds(self._control, [packet], list(life.ends))
        except OSError as error:
            raise HostGoneError from error
        deadline = time.monotonic() + FORK_SECONDS
        while True:
            told, descriptors = self._hear(deadline)
            if told[:1] == b"B":
                (pidfd,) = descriptors
                _, _, pid = STATUS.unpack(told)
                return _Forked(self, number, pid, pidfd)

    def worn_out(self) -> bool:
        """Whether it has forked or grown so much that another should take its place."""
        now = private_bytes(self._process.pid)
        if self.forks <= _SETTLED:  # it still lays its memory out
            self._private_bytes = now
        grown = now - self._private_bytes
        return self.forks >= MOST_FORKS or grown > MOST_GROWTH

    def status(self, number: int, seconds: float) -> int | None:
        """Return the exit status of a life, or None if it is not known within `seconds`."""
        deadline = time.monotonic() + seconds
        with contextlib.suppress(HostGoneError):
            while number not in self._statuses:
                self._hear(deadline)
        return self._statuses.get(number)

    def bury(self, number: int) -> None:
        """Have what is left of a life killed and its process id let go."""
        self._statuses.pop(number, None)
        with contextlib.suppress(OSError):
            self._control.send(NUMBER.pack(b"K", number))
            self.status(number, FORK_SECONDS)
        self._statuses.pop(number, None)

    def close(self) -> None:
        """End the host; it kills its workers when its socket closes, and is killed if it does not end."""
        self._control.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _wait_until_ready(self) -> None:
        if self._ready:
            return
        try:
            self._hear(time.monotonic() + START_SECONDS)
        except HostGoneError:
            self._process.kill()
            _, said = self._process.communicate()
            last = said.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise EnvironmentFaultError(
                f"The worker could not start{': ' + last[0] if last else ''}. "
                "Are torch and numpy installed in this environment?"
            ) from None
        self._ready = True
        self._private_bytes = private_bytes(self._process.pid)

    def _hear(self, deadline: float) -> tuple[bytes, list[int]]:
        """Return the next packet and its descriptors; note it if it tells an end."""
        left = max(0.0, deadline - time.monotonic())
        if not select.select([self._control], [], [], left)[0]:
            raise HostGoneError
        try:
            packet, descriptors, _, _ = socket.recv_fds(self._control, STATUS.size, 1)
        except OSError as error:
            raise HostGoneError from error
        if not packet:
            raise HostGoneError
        if packet[:1] == b"E":
            _, number, status = STATUS.unpack(packet)
            self._statuses[number] = status
        return packet, descriptors


class _Forked:
    """A worker that the host forked."""

    def __init__(self, host: _Host, number: int, pid: int, pidfd: int) -> None:
        self._host, self._number, self._pidfd = host, number, pidfd
        self.pid = pid

    def wait(self, seconds: float) -> int | None:
        """See `Process.wait`."""
        return self._host.status(self._number, seconds)

    def kill(self) -> None:
        """See `Process.kill`. The judge kills by itself; the host only cleans up."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
        os.close(self._pidfd)
        self._host.bury(self._number)


def _group() -> Path | None:
    """Return a control group for a host; None where there can be none, which the doctor explains."""
    try:
        return cgroup.create()
    except OSError:
        return None


class ForkLauncher(ClosesOnExit):
    """Forks a worker for each life from a process that has the libraries loaded."""

    def __init__(self, level: Level = "process") -> None:
        insist_on(level)
        self._runtime = Runtime()
        self._group = _group()
        self._confinement = confinement_for(level, self._runtime, group=self._group)
        self.level: str = level
        self.layers = self._confinement.layers()
        self._host: _Host | None = None
        self._number = 0
        self._lives: list[PipedLife] = []

    def warm(self) -> None:
        """Start the host now: importing torch takes about a second, in which the caller can do other work."""
        if self._host is None:
            self._host = _Host(self._runtime, self._confinement)

    def start(self) -> PipedLife:
        """See `Launcher.start`. A host that does not answer is replaced once."""
        self._lives = [life for life in self._lives if not life.ended]
        if self._host is not None and not self._lives and self._host.worn_out():
            self._replace()
        try:
            return self._fork()
        except HostGoneError:
            self._replace()
        try:
            return self._fork()
        except HostGoneError:
            raise EnvironmentFaultError("The fork server ended twice without starting a worker.") from None

    def close(self) -> None:
        """End every life that is left, the host, and remove the folders."""
        for life in self._lives:
            life.end()
        if self._host is not None:
            self._host.close()
        if self._group is not None:
            cgroup.remove(self._group)
        self._runtime.close()

    def _replace(self) -> None:
        if self._host is not None:
            self._host.close()
        self._host = None

    def _fork(self) -> PipedLife:
        self.warm()
        assert self._host is not None
        self._number += 1
        scratch = self._runtime.scratch(owner=self._confinement.owner())
        life = PipedLife(scratch, bounded=self._confinement.bounds_disk())
        process = None
        try:
            process = self._host.fork(self._number, life)
        except EnvironmentFaultError:
            self._replace()
            raise
        finally:
            life.begin(process)
            if process is None:
                life.end()
        self._lives.append(life)
        return life
