"""Temporary folders with an owner that is alive, and the end of those whose owner was killed.

The owner holds a lock on a file in its folder; the kernel lets go of it when the owner ends, however it ends. Only
folders of the same user are looked at, and no link is followed on the way to the lock.
"""

import contextlib
import fcntl
import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_PREFIX: Final = "run-"
_LOCK: Final = "grader.lock"


def make() -> tuple[Path, int]:
    """Make a folder; return it with the descriptor of its lock, which is held until that is closed."""
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    unfinished = folder / f"{_LOCK}.new"
    lock = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    unfinished.rename(folder / _LOCK)  # whoever sees a lock sees one that is held
    return folder, lock


def unmake(folder: Path) -> None:
    """Remove a folder that `make` made, its lock last: who is killed on the way leaves what the next can sweep."""
    for below in folder.iterdir():
        if below.name != _LOCK:
            remove(below)
    remove(folder)


def sweep() -> None:
    """Remove the folders whose owners are gone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            _remove_if_left(folder)


def remove(folder: Path) -> None:
    """Remove a folder and all below it, as far as that can be done. Folders may lie in each other thousands deep."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:
        subprocess.run(["rm", "-rf", "--", str(folder)], check=False, stderr=subprocess.DEVNULL)  # noqa: S607


def _remove_if_left(folder: Path) -> None:
    """Remove `folder` if its lock is there and free; raise `OSError` if it is not ours, or not left."""
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        lock = os.open(_LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=place)
        try:
            for descriptor in (place, lock):
                if os.fstat(descriptor).st_uid != os.geteuid():
                    return
            if not stat.S_ISREG(os.fstat(lock).st_mode):
                return
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unmake(folder)
        finally:
            os.close(lock)
    finally:
        os.close(place)
