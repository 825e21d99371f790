"""A download that is a zip, as a folder for as long as it is needed. No name and no size in the zip is believed.

A link or a device becomes a link that leads nowhere, so that it is seen and never followed. Of a file that is too large
to be graded only so much is written as shows that it is.
"""

import errno
import hashlib
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Final

from grader.errors import EnvironmentFaultError, UsageError
from grader.submission.archive import ENCRYPTED, METHODS, MOST_TOTAL_BYTES, is_plain, leads_out, spelt
from grader.submission.source import shown

MOST_CLASS_MEMBERS: Final = 100_000
MOST_CLASS_BYTES: Final = 2 * 1024**3
#: Larger than any submission may be; a platform's own list of a large class still fits.
MOST_MEMBER_BYTES: Final = 4 * MOST_TOTAL_BYTES
_LONGEST_PART: Final = 250  # bytes; disks take 255
_LONGEST_NAME: Final = 1_000  # characters, of a whole path
_DEEPEST: Final = 64
_BLOCK: Final = 1024 * 1024
_LEFT_OUT: Final = "left-out"


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Give the folder at `path` as it is, or the zip at `path` as a temporary folder.

    Raises `UsageError` for anything else, for a zip that cannot be read, that leads out of itself, is encrypted, holds
    a name twice, more than `MOST_CLASS_MEMBERS` members or more than `MOST_CLASS_BYTES` bytes.
    """
    if path.is_dir():
        yield path
        return
    if not path.is_file() or path.suffix.lower() != ".zip":
        what = "neither a folder nor a zip" if path.exists() else "not there"
        raise UsageError(f"{shown(str(path))} is {what}. Give the folder or the zip that the platform made.")
    with tempfile.TemporaryDirectory(prefix="grade-class-") as place:
        _unpack(path, Path(place))
        yield Path(place)


def _unpack(path: Path, place: Path) -> None:
    name = shown(path.name)
    try:
        with zipfile.ZipFile(path) as archive:
            left = MOST_CLASS_BYTES
            for member in _members(name, archive):
                left -= _write(name, archive, member, place, left)
    except UsageError:
        raise
    except Exception as error:  # zipfile raises what it met: BadZipFile, zlib.error, EOFError, KeyError, …
        if isinstance(error, OSError) and error.errno != errno.EINVAL:  # a place in the file that cannot be
            raise EnvironmentFaultError(f"{name} cannot be unpacked here: {shown(str(error))}.") from error
        raise UsageError(f"{name} is not a zip that can be read ({shown(str(error), 100)}). Get it again.") from error


def _members(name: str, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    members = archive.infolist()
    if len(members) > MOST_CLASS_MEMBERS:
        raise UsageError(f"{name} holds {len(members)} files; at most {MOST_CLASS_MEMBERS} are read.")
    return members


def _write(name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, place: Path, left: int) -> int:
    """Write one member below `place`; return how many bytes it took."""
    inside = spelt(member)
    parts = PurePosixPath(inside).parts
    if leads_out(inside) or "\0" in inside or not 0 < len(parts) <= _DEEPEST or len(inside) > _LONGEST_NAME:
        raise UsageError(f"{name} holds a file whose name leads out of it or is unusable: {shown(inside, 80)}.")
    target = place.joinpath(*map(_fitting, parts))
    try:
        if inside.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
            return 0
        target.parent.mkdir(parents=True, exist_ok=True)
        if not is_plain(member):
            target.symlink_to(_LEFT_OUT)
            return 0
        if member.flag_bits & ENCRYPTED or member.compress_type not in METHODS:
            raise UsageError(
                f"{name} is encrypted or packed in an unusual way. Zip the folder again, without a password."
            )
        with archive.open(member) as stream, target.open("xb") as file:
            return _copy(name, stream, file, left)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise UsageError(f"{name} holds {shown(inside, 80)} twice. Unpack it yourself and give the folder.") from None


def _copy(name: str, stream: IO[bytes], file: IO[bytes], left: int) -> int:
    """Copy what may be graded and one byte more, counting what is read."""
    written = 0
    while written <= MOST_MEMBER_BYTES and (block := stream.read(min(_BLOCK, MOST_MEMBER_BYTES + 1 - written))):
        written += file.write(block)
        if written > left:
            raise UsageError(
                f"{name} takes more than {MOST_CLASS_BYTES // 1024**3} GB when unpacked. That is no class's code."
            )
    return written


def _fitting(part: str) -> str:
    """Shorten a name that no disk takes, from its middle: its start says whose it is, its end what it is."""
    data = part.encode("utf-8", "surrogateescape")
    if len(data) <= _LONGEST_PART:
        return part
    mark = hashlib.sha256(data).hexdigest()[:8]
    suffix = PurePosixPath(part).suffix if len(PurePosixPath(part).suffix.encode()) <= 10 else ""
    return data[: _LONGEST_PART - 20].decode("utf-8", "ignore") + f"-{mark}{suffix}"
