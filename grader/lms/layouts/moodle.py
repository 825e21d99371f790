"""Moodle, "Download all submissions": a folder a student, or all files in one folder.

Source: moodle/moodle, mod/assign/classes/downloader.php. Underscores in a name are spaces by then, so the first number
between underscores is the participant: the number of the grading worksheet, not of the Moodle user. Blind marking puts
a word of the site's language for the name. Who is in no group has "Default group", without a number. Up to 4.0 a
folder's name ended in an underscore.
"""

import re
from collections.abc import Iterator
from typing import Final

from grader.lms.download import Download
from grader.lms.piece import Piece, share

OWN: Final[frozenset[str]] = frozenset()
_WHO: Final = r"(?P<name>[^_/]+)(?:_(?P<participant>\d+))?_(?P<plugin>assignsubmission|assignfeedback)_(?P<type>[a-z]+)"
_FOLDER: Final = re.compile(_WHO + r"_?(?:/(?P<file>.+))?", re.DOTALL)
_FLAT: Final = re.compile(_WHO + r"_(?P<file>[^/]+)", re.DOTALL)


def detect(download: Download) -> float:
    """Return the share of names at the top that Moodle makes."""
    items = download.items
    flat = set(download.files)
    return share(sum(bool((_FLAT if item in flat else _FOLDER).fullmatch(item)) for item in items), len(items))


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces; a text that was typed in is a file like others."""
    for path in download.files:
        match = (_FOLDER if "/" in path else _FLAT).fullmatch(path)
        yield _piece(path, match) if match else Piece(path)
    for path in download.empty:
        top = path.partition("/")[0]
        match = _FOLDER.fullmatch(top)
        yield (_piece("", match) if match else Piece(""))._replace(raw_name=top)


def _piece(path: str, match: re.Match[str]) -> Piece:
    name, participant = match["name"], match["participant"]
    work = match["plugin"] == "assignsubmission"
    return Piece(
        path,
        key=participant or name,
        inside=(match["file"] or "") if work else "",
        name=name,
        group="" if participant else name,
        ids={"participant": participant} if participant else {},
        raw_name=path.partition("/")[0],
        note="A text was typed into Moodle." if work and match["type"] == "onlinetext" and match["file"] else "",
    )
