"""The files of a zip or a folder: Python sources and notebooks, by relative names that lead nowhere else.

Nothing is unpacked to disk. Names are checked for every member; bytes are read for sources only, and counted while
they are read, whatever a header claims.
"""

import io
import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from grader.errors import RejectedError
from grader.report import Notice
from grader.submission.source import intake

MOST_MEMBERS: Final = 2_000
MOST_FILE_BYTES: Final = 4 * 1024 * 1024
MOST_TOTAL_BYTES: Final = 16 * 1024 * 1024
_SOURCES: Final = (".py", ".ipynb")
_SKIPPED: Final = {"__MACOSX", "__pycache__", ".ipynb_checkpoints", ".git", ".venv", "venv", "node_modules"}


class Files(NamedTuple):
    """Sources by their relative names, with / between folders, and remarks."""

    found: dict[str, bytes]
    notices: tuple[Notice, ...]


def from_zip(name: str, data: bytes) -> Files:
    """Read the sources in a zip; raise `RejectedError` with what to send instead for one that is not clean."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS:
                raise RejectedError(f"{name} holds {len(members)} files; at most {MOST_MEMBERS} are read.")
            return _collect(name, _zip_members(name, archive, members))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, OSError) as error:
        raise RejectedError(f"{name} is not a zip that can be read ({error}). Zip the file again.") from error


def from_folder(folder: Path) -> Files:
    """Read the sources in a folder. Links in it are passed over."""
    return _collect(folder.name, _folder_members(folder))


class _Member(NamedTuple):
    name: str
    data: bytes
    skipped: str = ""  # why, if it was passed over


def _collect(name: str, members: Iterator[_Member]) -> Files:
    found: dict[str, bytes] = {}
    notices: list[Notice] = []
    total = 0
    for member in members:
        if member.skipped:
            notices.append(intake(f"{member.name} was left out: {member.skipped}."))
            continue
        total += len(member.data)
        if len(member.data) > MOST_FILE_BYTES or total > MOST_TOTAL_BYTES:
            raise RejectedError(f"{name} is too large when unpacked: a lab's sources take a few kilobytes.")
        found[member.name] = member.data
    return Files(found, tuple(notices[:20]))


def _wanted(path: PurePosixPath) -> bool:
    hidden = any(part in _SKIPPED for part in path.parts) or path.name.startswith(("._", "."))
    return not hidden and path.suffix.lower() in _SOURCES


def _zip_members(name: str, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[_Member]:
    for member in members:
        inside = member.filename.replace("\\", "/")
        path = PurePosixPath(inside)
        if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", inside) or "\0" in member.filename:
            raise RejectedError(f"{name} holds a file whose name leads out of it: {member.filename!r}.")
        mode = member.external_attr >> 16
        if member.is_dir() or not (mode == 0 or stat.S_IFMT(mode) in (0, stat.S_IFREG)):
            if not member.is_dir() and _wanted(path):
                yield _Member(inside, b"", "it is a link or a device, not a file")
            continue
        if not _wanted(path):
            if path.suffix.lower() == ".zip":
                yield _Member(inside, b"", "it is a zip inside the zip; unpack it first")
            continue
        if member.flag_bits & 0x1:
            raise RejectedError(f"{name} is encrypted. Hand in a zip without a password.")
        with archive.open(member) as stream:
            yield _Member(str(path), stream.read(MOST_FILE_BYTES + 1))


def _folder_members(folder: Path) -> Iterator[_Member]:
    for count, path in enumerate(sorted(folder.rglob("*"))):
        if count >= MOST_MEMBERS:
            raise RejectedError(f"{folder} holds more than {MOST_MEMBERS} files. Name the one to grade.")
        inside = PurePosixPath(path.relative_to(folder).as_posix())
        if not _wanted(inside):
            continue
        if path.is_symlink():
            yield _Member(str(inside), b"", "it is a link")
        elif path.is_file():
            with path.open("rb") as stream:
                yield _Member(str(inside), stream.read(MOST_FILE_BYTES + 1))
