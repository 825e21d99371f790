"""What holds for a whole batch, written into batch.json before anything is graded, and insisted on by `--resume`."""

import hashlib
import os
import platform
from collections.abc import Iterator
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from grader.errors import UsageError
from grader.lms.roster import Entry, Roster
from grader.report import AssignmentInfo, Frozen, Text
from grader.submission.archive import MOST_MEMBERS, MOST_TOTAL_BYTES, files_below, is_source

_PIECE = 1 << 20


class Terms(Frozen):
    """What was asked for, and what it was graded with.

    `submissions` is a digest of the class list and of all that was handed in, `level` the sandbox that `sandbox` is on
    this machine, `versions` those of all that a score may depend on.
    """

    assignment: AssignmentInfo
    folder: Text
    path: Text
    layout: str
    name_regex: str | None
    sandbox: Literal["auto", "namespaces", "landlock", "process"]
    pages: bool
    seed: int
    submissions: str
    entries: int
    level: str = ""  # a batch of an earlier version says neither this nor the next
    versions: dict[str, str] = {}  # noqa: RUF012  # pydantic copies it


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that a score may depend on."""
    return {"python": platform.python_version(), **{name: _version(name) for name in ("grader", "numpy", "torch")}}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # whoever grades without it says so in better words
        return "none"


def read_terms(path: Path) -> Terms | None:
    """Return the terms of the batch at `path`, or None if it has not got that far."""
    try:
        return Terms.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise UsageError(f"{path} is no batch.json that this version wrote; start again in another folder.") from error


def differences(old: Terms, new: Terms) -> Iterator[str]:
    """Say in sentences why a batch cannot go on under other terms."""
    if old.assignment != new.assignment:
        was, now = old.assignment, new.assignment
        yield (
            f"The assignment is another: {was.id} {was.version} ({was.digest[:12]}) then, "
            f"{now.id} {now.version} ({now.digest[:12]}) now."
        )
    if old.seed != new.seed:
        yield f"The seed was {old.seed}, not {new.seed}."
    if old.entries != new.entries:
        yield f"The submissions changed: there were {old.entries}, now there are {new.entries}."
    elif old.submissions != new.submissions:
        yield "The submissions changed: a file is another, or has another name."
    if old.level != new.level:
        yield f"The sandbox was {old.level or 'of an unknown level'}, not {new.level}."
    for name in new.versions | old.versions:
        then, today = (terms.versions.get(name, "unknown") for terms in (old, new))
        if then != today:
            yield f"The version of {name} was {then}, not {today}."
    if old.pages != new.pages:
        yield f"Pages were {'' if old.pages else 'not '}written."


def digest_of_class(roster: Roster, root: Path) -> str:
    """Return a digest of the entries and of the files that would be read of each."""
    beside: dict[str, Any] = {"not_work": True, "entries": {"__all__": {"passed_over"}}}
    digest = hashlib.sha256(roster.model_dump_json(exclude=beside).encode())
    for entry in roster.entries:
        if entry.status == "submitted":
            for name, content in _content(root, entry):
                digest.update(f"{len(name)} {name} {content}\n".encode("utf-8", "replace"))
    return digest.hexdigest()


def _content(root: Path, entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the name and the digest of each file of a submission."""
    path = root / entry.path
    if entry.files:
        yield from ((name, _digest(root / place)) for name, place in entry.files.items())
        return
    if not path.is_dir():
        yield "", _digest(path)
        return
    for file, inside in islice(files_below(path), MOST_MEMBERS + 1):
        if is_source(inside) and not file.is_symlink():
            yield str(inside), _digest(file)


def _digest(path: Path) -> str:
    """Return the digest of a file, as far as it would be read; what cannot be read is told by its error."""
    digest, left = hashlib.sha256(), MOST_TOTAL_BYTES + 1
    try:
        if not path.is_file():  # to open a pipe is to wait for its other end
            return "no file"
        with path.open("rb", buffering=0) as stream:
            while left > 0 and (piece := stream.read(min(left, _PIECE))):
                digest.update(piece)
                left -= len(piece)
    except OSError as error:
        return os.strerror(error.errno or 0)
    return digest.hexdigest()
