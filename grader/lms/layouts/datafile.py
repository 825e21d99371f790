"""The text file that Blackboard adds to each attempt: who, and how the files were called before it renamed them.

A student writes into it too (the text and the comment), so the name is read before these, and of the files the last
word counts.
"""

import itertools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from grader.lms.piece import NOTHING

_MOST_BYTES: Final = 1024 * 1024
_NAME: Final = re.compile(r"Name:\s*(?P<name>.*?)\s*\((?P<user>[^()]+)\)\s*")
_NO_TEXT: Final = "There is no student submission text data"


class Datafile(NamedTuple):
    """`originals` are the names that the student gave, by those in the download; `typed` if there is a text as well."""

    user: str = ""
    name: str = ""
    originals: Mapping[str, str] = NOTHING
    typed: bool = False


def read_datafile(path: Path) -> Datafile:
    """Read one; what it does not say is left empty."""
    with path.open("rb") as stream:
        data = stream.read(_MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    lines = text.splitlines()
    who = _NAME.fullmatch(lines[0]) if lines else None
    if not who:
        return Datafile()
    return Datafile(who["user"], who["name"], _originals(lines), _typed(lines))


def _originals(lines: list[str]) -> dict[str, str]:
    """Return the pairs. Blackboard's stand last, so they prevail over any that a student typed."""
    pairs = itertools.pairwise(line.strip().partition(": ") for line in lines if line.strip())
    return {
        now: was
        for (first, _, was), (second, _, now) in pairs
        if first == "Original filename" and second == "Filename" and was
    }


def _typed(lines: list[str]) -> bool:
    for number, line in enumerate(lines):
        if line.startswith("Submission Field:"):
            rest = [line.removeprefix("Submission Field:").strip(), *lines[number + 1 :]]
            said = next((text for text in rest if text.strip()), "Comments:")
            return not said.startswith((_NO_TEXT, "Comments:"))
    return False
