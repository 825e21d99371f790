"""Who handed in what: a download of any platform, read into one list. Nothing that was in it is left out."""

import re
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, PlainSerializer, ValidationInfo

from grader.report import Frozen, Text

_HALF: Final = re.compile("[\\\\\ud800-\udfff]")
_WRITTEN_HALF: Final = re.compile(r"\\(?:\\|u(d[89a-f][0-9a-f]{2}))")


def _for_json(place: str) -> str:
    return _HALF.sub(lambda half: "\\\\" if half[0] == "\\" else f"\\u{ord(half[0]):04x}", place)


def _from_json(place: object, info: ValidationInfo) -> object:
    if info.mode != "json" or not isinstance(place, str):
        return place
    return _WRITTEN_HALF.sub(lambda half: chr(int(half[1], 16)) if half[1] else "\\", place)


#: A path inside the download, as the disk spells it, with / between folders. A name that is not UTF-8 holds half
#: characters, which no JSON can: there they are written `\udcXX`, and a backslash twice.
Place = Annotated[str, BeforeValidator(_from_json), PlainSerializer(_for_json, when_used="json")]


class Entry(Frozen):
    """One line of a class list: one student, or one group.

    `key` is the platform's id, or the name of the file or folder where there is none; it is unique in a roster and a
    safe file name. `path` is what to grade, relative to the folder that was read; empty if there is nothing. Where a
    student handed in several files that lie in no folder of their own, `files` holds them all, by the names that the
    student gave them, and `path` is one of them: `gathered` makes a folder of them. `ids` holds whatever else the
    platform knows the entry by (`user_id`, `username`, `email`, `participant`, `attachment`), and `raw_name` how its
    file or folder was called: gradebooks and feedback need them. `note` says in one line what is unusual.
    `passed_over` are older attempts and files that are not graded.
    """

    key: str
    name: Text = ""
    path: Place = ""
    files: dict[Place, Place] = {}  # noqa: RUF012  # pydantic copies it
    status: Literal["submitted", "nothing", "not code", "unmatched"] = "submitted"
    late: bool = False
    attempt: int = 1
    submitted_at: str = ""
    group: Text = ""
    ids: dict[str, Text] = {}  # noqa: RUF012
    raw_name: Text = ""
    passed_over: tuple[Place, ...] = ()
    note: Text = ""


class Roster(Frozen):
    """All entries of a download, in the order of their keys; `layout` is how it was read.

    `not_work` are files that are nobody's: what the platform and people's computers add.
    """

    layout: str
    entries: tuple[Entry, ...]
    not_work: tuple[Place, ...] = ()
