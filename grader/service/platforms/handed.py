"""Work that was handed in at a platform, and how it comes here."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from grader.render.escape import plain
from grader.service.refused import RefusedError

#: What reading an answer raises that is not what a platform's API promises.
MISSHAPEN: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
_LONGEST = 200  # characters of a name


@dataclass(frozen=True)
class Work:
    """One version of one student's work. `key` names this very version: whoever takes it twice has it once."""

    key: str
    assignment: str
    student_key: str
    student_name: str
    name: str
    content: bytes
    submitted_at: datetime | None
    ids: Mapping[str, Mapping[str, str]]


#: Whether work with this key, handed in at this time, is to be had: it is not here already, and not too old.
Wanted = Callable[[str, datetime | None], bool]


@dataclass(frozen=True)
class Skipped:
    """Work that was not taken, and why: a `code` for logs, and a sentence."""

    student_key: str
    code: str
    why: str


class Platform(Protocol):
    """Where work is handed in."""

    def handed_in(self, assignment: str, wanted: Wanted) -> Iterator[Work | Skipped]:
        """Yield what is there and `wanted`; raise `PlatformError` if the platform gives no list."""
        ...


class PlatformError(Exception):
    """A platform does not do what was asked of it. The sentence says what it said, made harmless."""


def fetch(platform: Platform, assignment: str, wanted: Wanted, accept: Callable[[Work], object]) -> list[Skipped]:
    """Have `accept` take all wanted work of an assignment; return what was not taken. One student stops no other."""
    skipped = []
    for work in platform.handed_in(assignment, wanted):
        if isinstance(work, Skipped):
            skipped.append(work)
            continue
        try:
            accept(work)
        except Exception as error:  # whatever it is, it is about this student
            code = error.code if isinstance(error, RefusedError) else type(error).__name__
            skipped.append(Skipped(work.student_key, code, said(error)))
    return skipped


def said(what: object) -> str:
    """Return what another system said so that it can be shown: one line, short, with nothing in it that acts."""
    return " ".join(plain(str(what)).split())[:_LONGEST]


def named(name: object) -> str:
    """Return the name of a file or a person as text that can be kept."""
    return said(name).replace("/", "_").replace("\\", "_") or "unnamed"


def gathered(
    files: Iterable[tuple[object, str]], get: Callable[[str, int], bytes], most: int
) -> list[tuple[str, bytes]]:
    """Return the files with these names and addresses, of `most` bytes in all; `get` takes how many there may be yet.

    Raises `PlatformError` when they are more.
    """
    found: list[tuple[str, bytes]] = []
    left = most
    for name, url in files:
        content = get(url, max(left, 1))
        left -= len(content)
        if left < 0:
            raise PlatformError(f"The files have more than {most} bytes together.")
        found.append((named(name), content))
    return found


def as_one(files: Sequence[tuple[str, bytes]]) -> tuple[str, bytes]:
    """Return name and content of one file as it is, of several as a zip of them."""
    if len(files) == 1:
        return files[0]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(files):
            taken = any(name == other for other, _ in files[:number])
            archive.writestr(f"{number}-{name}" if taken else name, content)
    return "submission.zip", packed.getvalue()
