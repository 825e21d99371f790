"""Gradescope, "Export Submissions": a folder for each submission, and one YAML file that says whose they are.

The keys are Ruby's symbols (`:submitters:`), which a plain loader reads as text with a colon before it. Every value is
taken as text and no tag is obeyed. Whatever else stands in the file is ignored.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from grader.errors import UsageError
from grader.lms.download import Download
from grader.lms.piece import Piece

_METADATA: Final = "submission_metadata.yml"
OWN: Final[frozenset[str]] = frozenset({_METADATA})
_MOST_BYTES: Final = 256 * 1024 * 1024  # the history of all results stands in it
_Loader: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def detect(download: Download) -> float:
    """Return 1 if the YAML file is there."""
    return float(_METADATA in download.files and _METADATA not in download.links)


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces; a submission without a folder is one of somebody who handed in nothing."""
    known = _submissions(download.root / (download.top + _METADATA))
    met: set[str] = set()
    for path in download.files:
        folder, _, inside = path.partition("/")
        met.add(folder)
        yield known[folder]._replace(path=path, inside=inside) if inside and folder in known else Piece(path)
    yield from (piece for folder, piece in known.items() if folder not in met)


class _Who(NamedTuple):
    name: str
    sid: str
    email: str


def _submissions(metadata: Path) -> dict[str, Piece]:
    if metadata.is_symlink() or not metadata.is_file():
        raise UsageError(f"An export of Gradescope holds a file {_METADATA}; there is none.")
    try:
        with metadata.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise UsageError(f"{_METADATA} is larger than {_MOST_BYTES // 1024 // 1024} MB.")
        # Neither objects nor numbers come of the base loader, only text, lists and mappings.
        document = yaml.load(data, Loader=_Loader)  # noqa: S506
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise UsageError(f"{_METADATA} cannot be read: {' '.join(str(error).split())[:200]}") from error
    if not isinstance(document, dict):
        raise UsageError(f"{_METADATA} lists no submissions.")
    return {folder: _piece(folder, about) for folder, about in document.items() if isinstance(folder, str)}


def _piece(folder: str, about: object) -> Piece:
    fields = about if isinstance(about, dict) else {}
    whos = _whos(fields.get(":submitters"))
    everyone = bool(whos) and all(who.sid for who in whos)
    alone = whos[0].email or whos[0].name if len(whos) == 1 else ""
    names = ", ".join(who.name for who in whos if who.name)
    history, created = fields.get(":history"), fields.get(":created_at")
    submitted_at = created if isinstance(created, str) else ""
    ids = {
        "submission": folder.removeprefix("submission_"),
        "sid": " ".join(who.sid for who in whos if who.sid),
        "email": " ".join(who.email for who in whos if who.email),
    }
    return Piece(
        "",
        key="-".join(sorted(who.sid for who in whos)) if everyone else alone or folder,
        name=names,
        turn=submitted_at,
        attempt=1 + (len(history) if isinstance(history, list) else 0),
        submitted_at=submitted_at,
        group=names if len(whos) > 1 else "",
        ids={kind: value for kind, value in ids.items() if value},
        raw_name=folder,
        note="" if everyone else "Gradescope knows no student id.",
    )


def _whos(submitters: object) -> list[_Who]:
    people = submitters if isinstance(submitters, list) else []
    return [_who(person) for person in people if isinstance(person, dict)]


def _who(person: dict[object, object]) -> _Who:
    """Return the three fields; what is null in YAML is empty."""
    values = (str(person.get(f":{field}", "")).strip() for field in _Who._fields)
    return _Who(*("" if value in ("~", "null") else value for value in values))
