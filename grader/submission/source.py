"""A submission as the judge knows it: names and bytes."""

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from grader.report import Notice

_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # Persian and emoji are spelt with them


class Cell(NamedTuple):
    """Where a line of the converted module came from: a notebook cell, counted from 1, and a line in it."""

    number: int
    line: int


@dataclass(frozen=True)
class Source:
    """One submission. `entry` is the file to import; `files` are UTF-8 sources by their relative names.

    `sha256` is that of the bytes handed in. `cells` maps lines of a converted notebook to its cells.
    """

    name: str
    sha256: str
    entry: str
    files: Mapping[str, bytes]
    notices: tuple[Notice, ...] = ()
    cells: Mapping[int, Cell] = field(default_factory=dict)

    def locate(self, file: str, line: int) -> str:
        """Say where a line stands: "line 12", "cell 3, line 2" or "helpers.py, line 4"."""
        if file != self.entry:
            return f"{file}, line {line}"
        cell = self.cells.get(line)
        return f"cell {cell.number}, line {cell.line}" if cell else f"line {line}"


def digest(data: bytes) -> str:
    """Return the SHA-256 of `data` in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def printable(character: str) -> bool:
    """Return False for what no one should meet in a name: control characters, surrogates, changes of direction."""
    return character.isprintable() or character in _JOINERS or unicodedata.category(character) == "Zs"


def shown(text: str, most: int = 255) -> str:
    """Return a student's text as one line that fits in a sentence."""
    line = "".join(c if printable(c) else "?" for c in text[: most + 1])
    return line if len(line) <= most else f"{line[:most]}…"


def intake(message: str) -> Notice:
    """Return a notice about how the upload was read."""
    return Notice(kind="intake", message=shown(message, 500))
