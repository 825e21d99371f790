"""What a submission on disk looks like from outside, to notice a save, and what it holds, to know whether to care."""

import hashlib
import itertools
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from grader.submission.archive import MOST_MEMBERS, MOST_SOURCES, MOST_TOTAL_BYTES, files_below, is_source

_SECOND: Final = 10**9  # nanoseconds


class Stamp(NamedTuple):
    """A file as it stands on the disk: a new time, size or inode is a new save."""

    path: str
    modified: int  # nanoseconds
    size: int  # bytes
    inode: int


class State(NamedTuple):
    """The files that would be read; their content only where their times cannot tell."""

    stamps: tuple[Stamp, ...]
    content: str


def state_of(path: Path) -> State | None:
    """Return the state of the submission at `path`, or None if there is nothing.

    A time of whole seconds may be that of a coarse clock (FAT, some mounts), which two saves can share: there the
    content is read.
    """
    stamps = _stamps(path)
    if stamps is None:
        return None
    coarse = any(stamp.modified % _SECOND == 0 for stamp in stamps)
    return State(stamps, (content_of(path) or "") if coarse else "")


def content_of(path: Path) -> str | None:
    """Return a digest of what the submission at `path` holds, or None if there is nothing. Never fails."""
    stamps = _stamps(path)
    if stamps is None:
        return None
    digest = hashlib.sha256()
    for stamp in stamps:
        digest.update(os.fsencode(stamp.path) + b"\0" + hashlib.sha256(_read(Path(stamp.path))).digest())
    return digest.hexdigest()


def _stamps(path: Path) -> tuple[Stamp, ...] | None:
    """Return the stamp of each source: the file at `path`, or those in the folder, at most as many as are graded."""
    found = _stat(path)
    if found is None:
        return None
    files: Iterable[Path] = [path]
    if stat.S_ISDIR(found.st_mode):
        below = itertools.islice(files_below(path), MOST_MEMBERS)
        files = itertools.islice((file for file, inside in below if is_source(inside)), MOST_SOURCES)
    seen = [(file, _stat(file)) for file in files]
    return tuple(
        Stamp(str(file), its.st_mtime_ns, its.st_size, its.st_ino)
        for file, its in seen
        if its is not None and stat.S_ISREG(its.st_mode)  # to open a pipe is to wait for its other end
    )


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:  # it is gone, or out of reach
        return None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_TOTAL_BYTES + 1)
    except OSError as error:
        return os.fsencode(str(error))
