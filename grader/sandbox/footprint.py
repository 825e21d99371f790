"""How much memory a process has to itself, as Linux shows it to whoever started it."""

import contextlib
import resource
from pathlib import Path


def private_bytes(process: int) -> int:
    """Return the bytes in memory that `process`, or a child of it that has more, shares with no file.

    0 where nobody can tell: no such process, or no /proc (macOS).
    """
    most = 0
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        for one in (process, *map(int, children)):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                _, resident, shared, *_ = map(int, Path(f"/proc/{one}/statm").read_text().split())
                most = max(most, (resident - shared) * resource.getpagesize())
    return most
