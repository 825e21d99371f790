"""How full a life's folder is, seen from outside: for levels where it is no file system of its own with a size.

The judge looks by its own clock and ends a life that uses too much, so that the bound is soft: what can be written
between two looks comes on top. Counted are files with a name and files that were deleted while open, as far as the
judge may see the worker's descriptors. Not counted is a file that was deleted, closed, and is still mapped.
"""

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

#: Bytes and files that one life may have, as in the small world of the level `namespaces`.
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_FILES: Final = 4096
#: Seconds between two looks.
LOOK_SECONDS: Final = 0.1
_BLOCK: Final = 512  # bytes of st_blocks, whatever the file system


def full(folder: Path, process: int) -> bool:
    """Whether `folder` and the open files of `process`, which works there, are more than one life may have."""
    used, files, folders = _nameless(process), 0, [str(folder)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    files += 1
                    used += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                    if files > MOST_FILES or used > MOST_BYTES:
                        return True
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):
            continue  # it was taken away while we looked
        except OSError:
            return True  # hidden from us, by its rights or by a name too long to say
    return used > MOST_BYTES


def _nameless(process: int) -> int:
    """Return the bytes of the open files of `process` that have no name any more; 0 where nobody can tell."""
    sizes: dict[int, int] = {}
    with contextlib.suppress(OSError):
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                file = descriptor.stat()
                if stat.S_ISREG(file.st_mode) and not file.st_nlink:
                    sizes[file.st_ino] = file.st_blocks * _BLOCK
    return sum(sizes.values())
