"""A process that grades, as it is itself: it hears lines on stdin, answers on stdout, and ends when its parent does."""

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from grader.errors import EnvironmentFaultError, GraderError, fault_of
from grader.report import Frozen

if TYPE_CHECKING:
    from grader.sandbox.life import Launcher

#: Seconds for a fork server to be ready, and for a process to end once its parent is gone.
_READY_SECONDS: Final = 180.0
_END_SECONDS: Final = 10.0


class Talk:
    """The talk with the parent. The end of its stdin interrupts the main thread, whatever that does."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)  # what anything here prints is no answer
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._main = threading.main_thread().ident
        threading.Thread(target=self._listen, daemon=True).start()

    def hear(self) -> bytes:
        """Return the next line."""
        return self._lines.get()

    def say(self, said: Frozen) -> None:
        """Send one line. A parent that is gone is noticed elsewhere."""
        try:
            self._out.write(said.model_dump_json(exclude_defaults=True).encode() + b"\n")
        except BrokenPipeError:
            raise KeyboardInterrupt from None

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            self._lines.put(line)
        assert self._main is not None
        signal.pthread_kill(self._main, signal.SIGINT)
        time.sleep(_END_SECONDS)
        os._exit(1)


def prove(launcher: "Launcher") -> None:
    """Live one empty life: where none can be started no submission is to be blamed."""
    from grader.sandbox.life import LifeEndedError

    life = launcher.start()
    try:
        life.receive(_READY_SECONDS)
    except LifeEndedError as ended:
        raise EnvironmentFaultError(f"No worker can be started here ({ended.end}, {ended.number}).") from ended
    finally:
        life.end()


def run(work: Callable[[Talk], None], fault_said: Callable[[GraderError], Frozen]) -> None:
    """Work until the parent is gone, and say at the end whose fault it is if there is one."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever was inherited: it is how the end is told
    talk = Talk()
    try:
        try:
            work(talk)
        except GraderError as error:
            fault = error
        except Exception as error:  # nobody expected it
            fault = fault_of(error)
        talk.say(fault_said(fault))
    except KeyboardInterrupt:
        pass
