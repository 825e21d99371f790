"""Where each key of a TOML text stands, so that what is wrong with its value is told with its line.

`tomllib` reads the text and forgets its lines. This goes over a text that `tomllib` took, or nearly; it reads no value.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Final

Keys = tuple[str | int, ...]

_GAP: Final = re.compile(r"(?:[\s,]|#[^\n]*)*")
_QUOTED: Final = r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
_VALUE: Final = re.compile(rf"{_QUOTED}|[^,\]}}\n#]+", re.DOTALL)
_KEY: Final = re.compile(rf"[ \t]*({_QUOTED}|[\w-]+)[ \t]*(\.?)", re.DOTALL)


def line_of(text: str, keys: Sequence[str | int]) -> int:
    """Return the line of the key, table or entry of a list at `keys`, or of the nearest around it, or 1."""
    places = _Reading(text).places()
    return next((places[path] for end in range(len(keys), 0, -1) if (path := tuple(keys[:end])) in places), 1)


class _Reading:
    """One pass over a text; it ends where the text is no TOML."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._places: dict[Keys, int] = {}
        self._tables: Counter[Keys] = Counter()  # of each list of tables, how many there are

    def places(self) -> dict[Keys, int]:
        """Return the line of each path of keys."""
        table: Keys = ()
        while self._next():
            if self._next() == "[":
                table = self._header()
            elif not self._pair(table):
                break
        return self._places

    def _next(self) -> str:
        """Go to the next character that says something, and return it; "" at the end."""
        self._at = _GAP.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches nothing, too
        return self._text[self._at : self._at + 1]

    def _note(self, path: Keys, start: int) -> None:
        self._places.setdefault(path, self._text.count("\n", 0, start) + 1)

    def _keys(self) -> Keys:
        """Go over a key with its dots."""
        keys: list[str] = []
        while found := _KEY.match(self._text, self._at):
            self._at = found.end()
            keys.append(found[1].strip("\"'"))
            if not found[2]:
                break
        return tuple(keys)

    def _header(self) -> Keys:
        """Go over `[table]` or `[[table]]`, and return its path; a list of tables on the way means its last one."""
        start, several = self._at, self._text.startswith("[[", self._at)
        self._at += 1 + several
        path: Keys = ()
        names = self._keys()
        for place, name in enumerate(names, start=1):
            path = (*path, name)
            self._note(path, start)
            self._tables[path] += several and place == len(names)
            if self._tables[path]:
                path = (*path, self._tables[path] - 1)
        self._note(path, start)
        self._at += 1 + several
        return path

    def _pair(self, table: Keys) -> bool:
        """Go over `key = value`; return whether there was one."""
        start, names = self._at, self._keys()
        for place in range(len(names)):
            self._note((*table, *names[: place + 1]), start)
        if not names or self._next() != "=":
            return False
        self._at += 1
        self._value((*table, *names))
        return True

    def _value(self, path: Keys) -> None:
        opened = self._next()
        if opened == "[":
            self._at += 1
            for number in count():
                if self._next() in ("]", ""):
                    break
                self._note((*path, number), self._at)
                self._value((*path, number))
            self._at += 1
        elif opened == "{":
            self._at += 1
            while self._next() not in ("}", "") and self._pair(path):
                pass
            self._at += 1
        elif found := _VALUE.match(self._text, self._at):
            self._at = found.end()
