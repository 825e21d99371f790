"""Work that was handed in at a platform, and how it comes here."""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from grader.render.escape import plain

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


@dataclass(frozen=True)
class Skipped:
    """Work that was not taken, and why."""

    student_key: str
    why: str


class Platform(Protocol):
    """Where work is handed in."""

    def handed_in(self, assignment: str, known: Callable[[str], bool]) -> Iterator[Work | Skipped]:
        """Yield what is there and not yet `known` by its key; raise `PlatformError` if the platform gives no list."""
        ...


class PlatformError(Exception):
    """A platform does not do what was asked of it. The sentence says what it said, made harmless."""


def fetch(
    platform: Platform, assignment: str, known: Callable[[str], bool], accept: Callable[[Work], object]
) -> list[Skipped]:
    """Have `accept` take all new work of an assignment; return what was not taken. One student stops no other."""
    skipped = []
    for work in platform.handed_in(assignment, known):
        if isinstance(work, Skipped):
            skipped.append(work)
            continue
        try:
            accept(work)
        except Exception as error:  # whatever it is, it is about this student
            skipped.append(Skipped(work.student_key, said(error)))
    return skipped


def said(what: object) -> str:
    """Return what another system said so that it can be shown: one line, short, with nothing in it that acts."""
    return " ".join(plain(str(what)).split())[:_LONGEST]


def named(name: object) -> str:
    """Return the name of a file or a person as text that can be kept."""
    return said(name).replace("/", "_").replace("\\", "_") or "unnamed"


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
