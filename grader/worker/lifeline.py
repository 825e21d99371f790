"""A worker ends with its judge, also when it is asleep in a call and reads nothing that the judge sends.

Only for a worker that the judge itself started: one that was forked ends with its fork server, by the kernel's own
signal. That signal follows the thread that started a process, and a judge may have many.
"""

import _thread
import contextlib
import os
import select
import signal
import time


def end_with(requests: int) -> None:
    """End this process and its group when nobody has the other end of the pipe `requests` any more."""
    _thread.start_new_thread(_watch, (os.dup(requests), os.getppid()))


def _watch(requests: int, judge: int) -> None:
    poll = select.poll()
    poll.register(requests, 0)  # a pipe that is closed on the other side is told in any case
    ((_, event),) = poll.poll()
    if event & select.POLLNVAL:  # the submission closed this end: what comes of that is for the judge to say
        while os.getppid() == judge:
            time.sleep(1)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(0, signal.SIGKILL)
