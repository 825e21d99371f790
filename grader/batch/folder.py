"""The folder of a batch: never somebody else's, and never that of two at a time."""

import contextlib
import fcntl
import os
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grader.errors import EnvironmentFaultError, UsageError

#: Seconds until the jobs of a parent that was killed have noticed it.
_PATIENCE: Final = 20.0
TERMS, ROSTER, JOURNAL, GRADES, GLANCE = "batch.json", "roster.json", "journal.jsonl", "grades.csv", "index.html"


@contextlib.contextmanager
def held(folder: Path, submissions: Path, *, resume: bool) -> Iterator[int]:
    """Make or take the folder and hold it; yield the descriptor of the lock.

    Raises `UsageError` where something lies in it that `resume` does not go on with.
    """
    if folder.resolve().is_relative_to(submissions.resolve()):
        raise UsageError(f"{folder} lies among the submissions; write the results elsewhere.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileExistsError:
        raise UsageError(f"{folder} is no folder.") from None
    except OSError as error:
        raise EnvironmentFaultError(f"{folder} cannot be written: {error.strerror}.") from error
    try:
        _lock(lock, folder)
        _look(folder, submissions, resume=resume)
        yield lock
    finally:
        os.close(lock)


def going_on(submissions: Path | str, folder: Path) -> str:
    """Return the command that goes on with the batch in `folder`."""
    return shlex.join(["grade", "batch", str(submissions), "--out", str(folder), "--resume"])


def _look(folder: Path, submissions: Path, *, resume: bool) -> None:
    there = {path.name for path in folder.iterdir() if not path.name.endswith(".draft")}
    if not there or (resume and TERMS in there):
        return
    if resume:
        raise UsageError(f"{folder} holds no batch that could be resumed, but other files; choose another folder.")
    hint = "is not empty; choose another folder"
    if TERMS in there:
        hint = f"holds a batch already. Go on with it ({going_on(submissions, folder)}), or choose another folder"
    raise UsageError(f"{folder} {hint}. Nothing was changed.")


def _lock(lock: int, folder: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise UsageError(f"Another grade batch is writing into {folder}.") from None
            time.sleep(0.1)
        except OSError:  # a file system without locks
            return
        else:
            return
