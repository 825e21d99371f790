"""Brightspace (D2L), "Download" of a dropbox: a folder for each time that somebody handed in, and an index.html.

`{number}-{number} - {name} - {date}`. Which number is the user's is not documented; the class tells: it stays the same
where a name comes again, and is no one else's. Where that tells nothing, people go by their names.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from grader.lms.download import Download
from grader.lms.piece import Piece, share

OWN: Final = frozenset({"index.html"})
_FOLDER: Final = re.compile(r"(?P<a>\d+)-(?P<b>\d+) - (?P<name>.+) - (?P<when>[^-]+)", re.DOTALL)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TIME: Final = re.compile(r"(?P<hour>\d{1,2}):?(?P<minute>\d\d)(?: ?(?P<half>[AP])\.?M\.?)?", re.IGNORECASE)
_DATE: Final = re.compile(r"(?:(\d{1,2}) ([^\W\d]+)|([^\W\d]+) (\d{1,2})),? (\d{4}),? (.+)")
_SAME_NAME: Final = "Several folders bear this name and no number tells people apart: the newest is graded. One person?"
_NO_DATE: Final = "The date of a folder could not be read; the greatest number counts as the newest."


def detect(download: Download) -> float:
    """Return the share of folders at the top that Brightspace names."""
    items = [item for item in download.items if item not in OWN]
    flat = set(download.files)
    return share(sum(bool(item not in flat and _FOLDER.fullmatch(item)) for item in items), len(items))


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces; the newest folder of a student is the newest turn."""
    flat = set(download.files)
    folders = {item: match for item in download.items if item not in flat and (match := _FOLDER.fullmatch(item))}
    heads = _heads(folders)
    for path in (*download.files, *download.empty):
        folder, _, inside = path.partition("/")
        head = heads.get(folder, Piece("", raw_name=folder))
        yield head._replace(path=path, inside=inside if head.key else "") if path in flat else head


def _heads(folders: Mapping[str, re.Match[str]]) -> dict[str, Piece]:
    """Return for each folder whose it is, and its turn."""
    number = _user_number(folders)
    heads = {folder: _head(folder, match, number) for folder, match in folders.items()}
    times = Counter(head.key for head in heads.values())
    undated = {head.key for head in heads.values() if not head.submitted_at}
    for folder, head in heads.items():
        several = times[head.key] > 1
        unordered = several and head.key in undated
        notes = (_SAME_NAME if several and not number else "", _NO_DATE if unordered else "")
        turn = _numbers(folders[folder]) if unordered else head.turn
        heads[folder] = head._replace(turn=turn, note=" ".join(filter(None, notes)))
    return heads


def _head(folder: str, match: re.Match[str], number: str) -> Piece:
    when = iso_date(match["when"])
    return Piece(
        "",
        key=match[number] if number else match["name"],
        name=match["name"],
        turn=f"{when} {_numbers(match)}",
        submitted_at=when,
        ids={"first_number": match["a"], "second_number": match["b"]},
        raw_name=folder,
    )


def _numbers(match: re.Match[str]) -> str:
    return f"{match['a']:0>20} {match['b']:0>20}"


def _user_number(folders: Mapping[str, re.Match[str]]) -> str:
    """Return which group of the pattern is the user, or "" if people must go by their names."""
    names = {match["name"] for match in folders.values()}
    for number in ("a", "b"):
        numbers = {match[number] for match in folders.values()}
        pairs = {(match[number], match["name"]) for match in folders.values()}
        telling = len(folders) > len(numbers) or len(folders) == len(names)
        if len(numbers) == len(pairs) and telling:
            return number
    return ""


def iso_date(text: str) -> str:
    """Return "Oct 10, 2025 1022 AM" or "12 February, 2026 322 PM" as 2025-10-10T10:22; "" if it is neither."""
    date = _DATE.fullmatch(text.strip())
    time = _TIME.fullmatch(date[6].strip()) if date else None
    if not date or not time:
        return ""
    month = (date[2] or date[3])[:3].lower()
    hour = int(time["hour"])
    if time["half"]:
        hour = hour % 12 + (12 if time["half"].upper() == "P" else 0)
    if month not in _MONTHS:
        return ""
    return f"{date[5]}-{_MONTHS.index(month) + 1:02}-{int(date[1] or date[4]):02}T{hour:02}:{time['minute']}"
