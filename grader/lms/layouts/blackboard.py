"""Blackboard, "Assignment File Download": all files in one folder, and one text file (the datafile) for each attempt.

`{assignment}_{user}_attempt_{stamp}_{file}`, and the datafile `{assignment}_{user}_attempt_{stamp}.txt`. Assignment and
user may both hold underscores, so whose a file is stands in the datafile alone. Sources: kwurst/bb-file-cleanup,
README; jupyter/nbgrader, plugins/zipcollect.py.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from grader.lms.download import Download
from grader.lms.layouts.datafile import Datafile, read_datafile
from grader.lms.piece import Piece, share

OWN: Final[frozenset[str]] = frozenset()
#: The first stamp counts: a student may call a file like another's datafile.
_NAME: Final = re.compile(
    r"(?P<who>[^/]+?)_attempt_(?P<stamp>\d{4}(?:-\d\d){5})(?:_(?P<file>[^/]+)|(?P<about>\.txt))", re.DOTALL
)
_GUESSED: Final = "No datafile names the student: the user name was guessed from the file's name."


def detect(download: Download) -> float:
    """Return the share of names at the top that Blackboard makes."""
    items = download.items
    return share(sum(bool(_NAME.fullmatch(item)) for item in items), len(items))


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces; the newest stamp of a student is the newest turn."""
    named = {path: match for path in download.files if (match := _NAME.fullmatch(path))}
    about = {
        _attempt(match): read_datafile(download.root / (download.top + path))
        for path, match in named.items()
        if match["about"] and path not in download.links
    }
    handed_in = {_attempt(match) for match in named.values() if match["file"]}
    told = ((match["who"], about.get(_attempt(match), Datafile()).user) for match in named.values())
    prefix = _assignment((match["who"] for match in named.values()), told)
    for path in download.files:
        match = named.get(path)
        if match:
            data = about.get(_attempt(match), Datafile())
            inside = match["file"] or _typed(data, match, handed_in)
            user = data.user or match["who"].removeprefix(prefix)
            yield _piece(path, match, data, user, data.originals.get(path, inside))
        else:
            yield Piece(path)


def _piece(path: str, match: re.Match[str], data: Datafile, user: str, inside: str) -> Piece:
    return Piece(
        path,
        key=user,
        inside=inside,
        name=data.name,
        turn=match["stamp"],
        submitted_at=match["stamp"],
        ids={"username": user},
        raw_name=_attempt(match),
        note="" if data.user else _GUESSED,
    )


def _attempt(match: re.Match[str]) -> str:
    return f"{match['who']}_attempt_{match['stamp']}"


def _typed(data: Datafile, match: re.Match[str], handed_in: set[str]) -> str:
    """Return a name for the text in a datafile, if that text is all that was handed in."""
    return "text.txt" if data.typed and _attempt(match) not in handed_in else ""


def _assignment(whos: Iterable[str], about: Iterable[tuple[str, str]]) -> str:
    """Return what stands before the user: as a datafile tells, else what all have in common, up to an underscore."""
    for who, user in about:
        if user and who.endswith(f"_{user}"):
            return who.removesuffix(user)
    several = sorted(set(whos))
    first, last = (several[0], several[-1]) if several else ("", "")
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[: first.rfind("_", 0, same) + 1]
