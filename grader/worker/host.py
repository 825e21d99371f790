"""The fork server: imports the libraries once, then forks a worker for each life. It runs no submission itself.

It talks with the judge over one SOCK_SEQPACKET socket, a message a packet; numbers name lives:

    host  → "R"                          the libraries are imported
    judge → "F" number, scratch folder   fork a worker, with four descriptors beside the message (SCM_RIGHTS)
    host  → "B" number, pid              it has begun, with its pidfd beside the message
    host  → "E" number, status           it has ended by itself; its process id is kept from being used again
    judge → "K" number                   kill what is left of it and let go of its process id

A worker closes this socket before a byte of a submission arrives. When the judge is gone the host kills all workers
and ends. Nothing here is secret: the host knows no submission, no reference and no seed.
"""

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from typing import NoReturn

from grader.sandbox.layers import limits
from grader.sandbox.layers.confinement import Confinement
from grader.sandbox.layers.system_calls import PARENT_DEATH_SIGNAL, process_control
from grader.wire import NUMBER, STATUS
from grader.worker import pages
from grader.worker.talk import import_libraries, our_modules, talk

_PACKET = 8192
#: Lives after which a host's memory is laid out anew. It takes a fifth of a second, which one submission with its two
#: lives would not get back.
_SETTLED = 2


class Host:
    """The loop of the fork server."""

    def __init__(self, control: socket.socket, library: str, confinement: Confinement, own_process: int) -> None:
        self._control = control
        self._library = library
        self._ours = our_modules()
        self._confinement = confinement
        self._own_process = own_process
        self._forks = 0
        self._pids: dict[int, int] = {}
        self._watched: dict[int, int] = {}  # pidfd -> number, of workers that still run

    def serve(self) -> NoReturn:
        """Answer the judge until it is gone."""
        self._control.send(b"R")
        while True:
            ready, _, _ = select.select([self._control.fileno(), *self._watched], [], [])
            for descriptor in set(ready) & set(self._watched):
                self._report_end(descriptor)
            if self._control.fileno() in ready:
                self._obey()

    def _obey(self) -> None:
        packet, descriptors, _, _ = socket.recv_fds(self._control, _PACKET, 4)
        if not packet:
            self._leave()
        _, number = NUMBER.unpack(packet[: NUMBER.size])
        if packet[:1] == b"F":
            self._fork(number, os.fsdecode(packet[NUMBER.size :]), descriptors)
        elif packet[:1] == b"K":
            self._bury(number)

    def _fork(self, number: int, scratch: str, descriptors: list[int]) -> None:
        if self._forks == _SETTLED:
            pages.gather(self._own_process)
        self._forks += 1
        pid = self._confinement.fork()
        if pid == 0:
            self._become_worker(scratch, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        pidfd = os.pidfd_open(pid)
        self._pids[number], self._watched[pidfd] = pid, number
        socket.send_fds(self._control, [STATUS.pack(b"B", number, pid)], [pidfd])

    def _become_worker(self, scratch: str, descriptors: list[int]) -> NoReturn:
        """Turn the forked child into a worker: its own session, descriptors and folder, and every wall around it."""
        try:
            os.setsid()
            process_control(PARENT_DEATH_SIGNAL, signal.SIGKILL)  # whoever kills the host leaves no worker behind
            used = limits.address_space(self._own_process)
            requests, answers = _rearrange(descriptors)
            _open_streams()
            os.environ.update(dict.fromkeys(("HOME", "TMPDIR", "TORCHINDUCTOR_CACHE_DIR"), scratch))
            self._confinement.confine_worker(scratch)
            os.chdir(scratch)
            talk(requests, answers, self._library, self._ours, used)
        except BaseException as error:  # a child must never return into the host's loop
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(70)

    def _report_end(self, pidfd: int) -> None:
        """Tell how a worker ended, and leave it a zombie: its process group cannot be another's until it is buried."""
        number = self._watched.pop(pidfd)
        os.close(pidfd)
        ended = os.waitid(os.P_PID, self._pids[number], os.WEXITED | os.WNOWAIT)
        assert ended is not None
        status = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        self._control.send(STATUS.pack(b"E", number, status))

    def _bury(self, number: int) -> None:
        pid = self._pids.pop(number)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        for pidfd in [pidfd for pidfd, watched in self._watched.items() if watched == number]:
            del self._watched[pidfd]
            os.close(pidfd)
        self._control.send(STATUS.pack(b"E", number, os.waitstatus_to_exitcode(status)))

    def _leave(self) -> NoReturn:
        for pid in self._pids.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        os._exit(0)


def _rearrange(descriptors: list[int]) -> tuple[int, int]:
    """Put /dev/null, stdout and stderr at 0 to 2 and the talk at 3 and 4, and close all others."""
    requests, answers, stdout, stderr = descriptors
    null = os.open(os.devnull, os.O_RDONLY)
    high = [os.dup(descriptor) for descriptor in (null, stdout, stderr, requests, answers)]
    for target, descriptor in enumerate(high):
        os.dup2(descriptor, target, inheritable=False)
    os.closerange(len(high), os.sysconf("SC_OPEN_MAX"))
    return 3, 4


def _open_streams() -> None:
    """Make sys.stdin, stdout and stderr anew: the host's own remember what stood at 0 to 2 before."""
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", errors="replace", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(  # type: ignore[misc]  # noqa: SIM115
        2, "w", buffering=1, errors="backslashreplace", closefd=False
    )


def serve(control: int, library: str, confinement: Confinement, own_process: int) -> NoReturn:
    """Freeze what the imports made, and serve on the socket `control`.

    `own_process` is a descriptor of this process's folder in /proc, which a confined process cannot open any more.
    """
    import_libraries()
    gc.collect()
    gc.freeze()  # so that a collection in a worker does not copy the pages of everything imported
    sys.stdout.flush()
    Host(socket.socket(fileno=control), library, confinement, own_process).serve()
