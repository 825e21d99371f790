"""Keys that are file names on every system: no separators, no spaces, no devices, no two that differ in case only."""

import re
import unicodedata
from typing import Final

from grader.lms.roster import Roster
from grader.submission.source import printable, shown

_LONGEST: Final = 120  # bytes: an ending, or a number, is added
_FORBIDDEN: Final = '/\\:*?"<>|'  # on one system or another
_DEVICES: Final = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)")  # on Windows, whatever ending follows


def safe(key: str) -> str:
    """Return `key` as a file name that any system can have and a list can hold, as little changed as can be."""
    text = unicodedata.normalize("NFC", key).encode("utf-8", "replace").decode()
    text = "".join(c if printable(c) and not c.isspace() and c not in _FORBIDDEN else "_" for c in text)
    text = text.encode()[:_LONGEST].decode(errors="ignore").rstrip(".")
    odd = not text or text[0] in ".-~" or _DEVICES.match(text)  # hidden, or taken for an option
    return f"_{text}" if odd else text


def with_safe_keys(roster: Roster) -> Roster:
    """Return the roster with keys that can be file names side by side; a note says which was another."""
    taken: set[str] = set()
    entries = []
    for entry in roster.entries:
        key = _free(safe(entry.key), taken)
        taken.add(_folded(key))
        if key != entry.key:
            note = f"{entry.note} The key {shown(entry.key, 80)} is written {key} here."
            entry = entry.model_copy(update={"key": key, "note": note.strip()})
        entries.append(entry)
    return roster.model_copy(update={"entries": tuple(entries)})


def _free(key: str, taken: set[str]) -> str:
    number, free = 1, key
    while _folded(free) in taken:
        number += 1
        free = f"{key}-{number}"
    return free


def _folded(key: str) -> str:
    return unicodedata.normalize("NFC", key.casefold())
