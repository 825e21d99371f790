"""A worker process beside the web process: started with it, started again when it ends, ended with it."""

import subprocess
import sys
import threading
import time
from typing import Final

import structlog

_log = structlog.get_logger()

_LONGEST_PAUSE: Final = 30.0
_WELL_SECONDS: Final = 60.0  # of life, after which an end is not held against it


class Keeper:
    """Keeps one `grade worker` running. It holds the worker's stdin: when this process dies the worker stops too."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._argv = (sys.executable, "-P", "-m", "grader", "worker", "--until-eof", *words)
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start the worker; whether it can work is told in its own words on stderr."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Let the worker drain, and end it after so many seconds."""
        self._stopped.set()
        if self._process is not None:
            self._process.terminate()
        self._thread.join(seconds)
        if self._thread.is_alive() and self._process is not None:
            self._process.kill()
            self._thread.join()

    def _run(self) -> None:
        pause = 1.0
        while not self._stopped.is_set():
            began = time.monotonic()
            self._process = subprocess.Popen(self._argv, stdin=subprocess.PIPE)
            if self._stopped.is_set():  # while it was started: `stop` may not have seen it
                self._process.terminate()
            code = self._process.wait()
            if self._stopped.is_set():
                return
            pause = 1.0 if time.monotonic() - began > _WELL_SECONDS else min(2 * pause, _LONGEST_PAUSE)
            _log.error("the worker ended; it is started again", exit_code=code, seconds=pause)
            self._stopped.wait(pause)
