"""The end of a process whose threads may still wait for others."""

import os
import threading
from typing import Final

_SECONDS: Final = 10.0


def end_soon() -> None:
    """Have this process end within seconds, also if a thread hangs. For who has nothing left to lose: all is drained.

    The threads of the libraries are no daemons: Python would wait for each of them, and some wait for a platform.
    """
    timer = threading.Timer(_SECONDS, os._exit, (0,))
    timer.daemon = True
    timer.start()
