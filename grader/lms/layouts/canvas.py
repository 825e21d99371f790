"""Canvas, "Download Submissions": all files in one folder, the student's id in each name.

Source: instructure/canvas-lms, lib/content_zipper.rb. A group's files carry the id of the member who handed them in.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final

from grader.lms.download import Download
from grader.lms.piece import Piece, share

OWN: Final[frozenset[str]] = frozenset()
_REST: Final = (
    r"(?:(?P<late>LATE)_)?(?:(?P<user>\d+)|(?P<anonymous>anon_[0-9A-Za-z]+))"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)"
)
_NAME: Final = re.compile(r"(?:(?P<name>(?!LATE_|anon_)[^/]+?)_)?" + _REST, re.DOTALL)
#: `group_3_1007_5001_x.py`: the same, read as if the name ended in a number.
_NUMBERED: Final = re.compile(r"(?P<name>(?!LATE_|anon_)[^/]+?_\d+)_" + _REST, re.DOTALL)
_RENAMED: Final = re.compile(r"(?P<stem>.+)-(?P<number>\d+)", re.DOTALL)
_WORDS: Final = {"text": "A text was typed into Canvas.", "link": "A link was handed in."}


def detect(download: Download) -> float:
    """Return the share of names at the top that Canvas makes."""
    items = download.items
    flat = set(download.files)
    return share(sum(bool(item in flat and _NAME.fullmatch(item)) for item in items), len(items))


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces, each student's in the order in which they were attached."""
    matches = _matches(path for path in download.files if "/" not in path)
    for path in sorted(download.files, key=lambda path: _attached(matches.get(path))):
        match = matches.get(path)
        yield _piece(path, match, download.expected) if match else Piece(path)


def _matches(paths: Iterable[str]) -> dict[str, re.Match[str]]:
    """Read each name from the left, but where a name must end in a number (`group_3`).

    That is so if an id would be two people's, or if all names can be read so, each with another attachment.
    """
    first = {path: match for path in paths if (match := _NAME.fullmatch(path))}
    later = {path: match for path in first if (match := _NUMBERED.fullmatch(path)) and match["user"]}
    everybody = len(first) == len(later) == len({match["attachment"] for match in later.values()}) > 1
    people = Counter(user for user, _ in {(match["user"], match["name"]) for match in first.values()})
    return {
        path: later[path] if path in later and (everybody or people[match["user"]] > 1) else match
        for path, match in first.items()
    }


def _attached(match: re.Match[str] | None) -> int:
    return int(match["attachment"] or 0) if match else 0


def _piece(path: str, match: re.Match[str], expected: str) -> Piece:
    user, attachment, kind = match["user"], match["attachment"], match["kind"]
    file, attempt = _original(match["file"] or f"{kind}.html", expected)
    ids = {"user_id": user} if user else {"anonymous_id": match["anonymous"].removeprefix("anon_")}
    return Piece(
        path,
        key=user or match["anonymous"],
        inside=file,
        name=match["name"] or "",
        late=bool(match["late"]),
        attempt=attempt,
        ids={**ids, "attachment": attachment} if attachment else ids,
        raw_name=path,
        note=_WORDS.get(kind, ""),
    )


def _original(file: str, expected: str) -> tuple[str, int]:
    """Undo the number that Canvas puts behind a name that was handed in before; `hw-1.py` may be a student's own."""
    path = PurePosixPath(file)
    renamed = _RENAMED.fullmatch(path.stem)
    if expected and renamed and renamed["stem"] + path.suffix == expected:
        return expected, int(renamed["number"]) + 1
    return file, 1
