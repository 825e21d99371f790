"""The id of a worker: the same after a restart, and never that of two at a time."""

import fcntl
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_MOST: Final = 256


@contextmanager
def executor_id(folder: Path) -> Iterator[str]:
    """Yield the first id of this host that no living process has: the kernel lets go of it when the process ends."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    host = re.sub(r"[^A-Za-z0-9.-]", "-", socket.gethostname())[:100]
    for number in range(1, _MOST + 1):
        name = f"{host}-{number}"
        lock = os.open(folder / f"{name}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        try:
            yield name
        finally:
            os.close(lock)
        return
    raise OSError(f"there are {_MOST} workers on this host")
