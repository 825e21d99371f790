"""The files of a zip or a folder: Python sources and notebooks, by relative names that lead nowhere else.

Nothing is unpacked to disk. Names are checked for every member; bytes are read for sources only, and counted while
they are read, whatever a header claims.
"""

import io
import os
import re
import stat
import unicodedata
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from grader.errors import RejectedError
from grader.report import Notice
from grader.submission.source import intake, printable, shown

MOST_SOURCES: Final = 2_000
MOST_MEMBERS: Final = 50_000  # files of any kind that are looked at: what tools leave behind, data sets
MOST_FILE_BYTES: Final = 4 * 1024 * 1024
MOST_TOTAL_BYTES: Final = 16 * 1024 * 1024
_LONGEST_NAME: Final = 200  # bytes; the worker writes the files to a disk
_SOURCES: Final = (".py", ".ipynb")
_SKIPPED: Final = {
    "__MACOSX", "__pycache__", ".ipynb_checkpoints", ".git", ".venv", "venv", "site-packages", "node_modules",
}  # fmt: skip
#: bzip2 and LZMA unpack gigabytes from one read, whatever is asked of them.
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_IN_DIRECTORY: Final = b"PK\1\2"  # what each member begins with in the table of a zip
ENCRYPTED: Final = 0x1  # bits of a member's flags
_UTF8_NAME: Final = 0x800


class Files(NamedTuple):
    """Sources by their relative names, with / between folders, and remarks."""

    found: dict[str, bytes]
    notices: tuple[Notice, ...]


def from_zip(name: str, data: bytes) -> Files:
    """Read the sources in a zip; raise `RejectedError` with what to send instead for one that is not clean."""
    if data.count(_IN_DIRECTORY) > MOST_MEMBERS:  # before the table is made, which takes much memory
        raise RejectedError(f"{name} holds more than {MOST_MEMBERS} files. Hand in your sources only.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _collect(name, _zip_members(name, archive))
    except RejectedError:
        raise
    except Exception as error:  # zipfile raises what it met: BadZipFile, zlib.error, EOFError, KeyError, …
        why = shown(str(error), 100)
        raise RejectedError(f"{name} is not a zip that can be read ({why}). Zip the file again.") from error


def from_folder(name: str, folder: Path) -> Files:
    """Read the sources in a folder. Links in it are passed over."""
    return _collect(name, _folder_members(name, folder))


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
        if len(found) == MOST_SOURCES:
            raise RejectedError(f"{name} holds more than {MOST_SOURCES} Python files. Hand in those of the lab.")
        if member.name in found:
            raise RejectedError(f"{name} holds {member.name} twice. Keep the one to grade.")
        found[member.name] = member.data
    return Files(found, tuple(notices))


def is_source(path: PurePosixPath) -> bool:
    """Return whether a file, by its path inside a zip or a folder, is one that is read."""
    hidden = any(part in _SKIPPED for part in path.parts) or path.name.startswith(".")
    return not hidden and path.suffix.lower() in _SOURCES


def is_usable(inside: str) -> bool:
    """Return whether a name can be shown to anyone and written to any disk."""
    return all(map(printable, inside)) and len(inside.encode("utf-8", "replace")) <= _LONGEST_NAME


def _named(name: str, inside: str) -> str:
    """Return the one spelling of a source's name that an import finds; refuse a name that leads out or is unusable."""
    if leads_out(inside):
        raise RejectedError(f"{name} holds a file whose name leads out of it: {shown(inside, 80)}.")
    if not is_usable(inside):
        raise RejectedError(f"{name} holds a file with an unusable name: {shown(inside, 80)}. Rename it.")
    return unicodedata.normalize("NFC", inside)


def _zip_members(name: str, archive: zipfile.ZipFile) -> Iterator[_Member]:
    for member in archive.infolist():
        path = PurePosixPath(spelt(member))
        if not member.is_dir() and path.suffix.lower() == ".zip":
            yield _Member(str(path), b"", "it is a zip inside the zip; unpack it first")
        elif not member.is_dir() and is_source(path):
            yield _zip_source(name, archive, member, _named(name, str(path)))


def spelt(member: zipfile.ZipInfo) -> str:
    """Return a member's name, with / between folders. Many a zip holds UTF-8 names and does not say so."""
    name = member.orig_filename
    if not member.flag_bits & _UTF8_NAME:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def leads_out(inside: str) -> bool:
    """Return whether a member's name leads out of the folder that it is to lie in."""
    path = PurePosixPath(inside)
    return path.is_absolute() or ".." in path.parts or bool(re.match(r"[A-Za-z]:", inside))


def is_plain(member: zipfile.ZipInfo) -> bool:
    """Return whether a member is a file: neither a link nor a device."""
    return stat.S_IFMT(member.external_attr >> 16) in (0, stat.S_IFREG)


def _zip_source(name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, inside: str) -> _Member:
    if not is_plain(member):
        return _Member(inside, b"", "it is a link or a device, not a file")
    if member.flag_bits & ENCRYPTED:
        raise RejectedError(f"{name} is encrypted. Hand in a zip without a password.")
    if member.compress_type not in METHODS:
        raise RejectedError(f"{name} is packed in an unusual way. Zip the file again, with the usual settings.")
    with archive.open(member) as stream:
        return _Member(inside, stream.read(MOST_FILE_BYTES + 1))


def _folder_members(name: str, folder: Path) -> Iterator[_Member]:
    for count, (path, inside) in enumerate(files_below(folder), start=1):
        if count > MOST_MEMBERS:
            raise RejectedError(f"{name} holds more than {MOST_MEMBERS} files. Name the one to grade.")
        if not is_source(inside):
            continue
        if path.is_symlink():
            yield _Member(str(inside), b"", "it is a link")
        elif path.is_file():
            with path.open("rb") as stream:
                yield _Member(_named(name, str(inside)), stream.read(MOST_FILE_BYTES + 1))


def files_below(folder: Path) -> Iterator[tuple[Path, PurePosixPath]]:
    """Yield each file of a folder and its path inside, in one order; folders that hold no work are passed over."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - _SKIPPED)
        for path in (Path(place, file) for file in sorted(files)):
            yield path, PurePosixPath(path.relative_to(folder).as_posix())
