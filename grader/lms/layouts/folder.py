"""A plain folder: a file a student, or a folder a student (also cloned repositories). The name is all that is known.

Files of one stem are one student's: a notebook and its export, say.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from grader.lms.download import Download
from grader.lms.piece import Piece

OWN: Final[frozenset[str]] = frozenset()


def detect(download: Download) -> float:
    """Return 0: nothing speaks for a plain folder but that no platform fits."""
    return 0.0


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces; folders that hold nothing are students who handed in nothing."""
    folders = set(download.items).difference(download.files)
    for path in download.files:
        top, _, inside = path.partition("/")
        student = top if top in folders or PurePosixPath(top).stem in folders else PurePosixPath(top).stem
        yield Piece(path, key=student, inside=inside or top, name=student, raw_name=top)
    for path in download.empty:
        top = path.partition("/")[0]
        yield Piece("", key=top, name=top, raw_name=top)
