"""Delimited text of any platform, in which one cell can change while every other byte stays."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from grader.errors import UsageError

_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class Record(NamedTuple):
    """One line: its cells as they are written, quotes and all, and its line end."""

    cells: tuple[str, ...]
    end: str

    def values(self) -> list[str]:
        """Return what the cells say."""
        return [_unquoted(cell) for cell in self.cells]


@dataclass(frozen=True)
class Sheet:
    """Records with the way they were written. `bom` is empty where there was none."""

    records: tuple[Record, ...]
    delimiter: str = ","
    encoding: str = "utf-8"
    bom: bytes = b""

    @property
    def header(self) -> list[str]:
        """What the first line says."""
        return [title.strip() for title in self.records[0].values()]

    def put(self, record: Record, column: int, value: str) -> Record:
        """Return a record with another value in one cell; a quoted cell stays quoted."""
        cells = list(record.cells) + [""] * (column + 1 - len(record.cells))
        cells[column] = quoted(value, self.delimiter, always=cells[column].startswith('"'))
        return record._replace(cells=tuple(cells))

    def only(self, columns: Sequence[int], records: Sequence[Record]) -> "Sheet":
        """Return a sheet of some columns of some records."""
        kept = [r._replace(cells=tuple(r.cells[i] if i < len(r.cells) else "" for i in columns)) for r in records]
        return replace(self, records=tuple(kept))

    def to_bytes(self) -> bytes:
        """Return the text; what its encoding lacks becomes a character reference, which HTML fields show."""
        lines = (self.delimiter.join(record.cells) + record.end for record in self.records)
        return self.bom + "".join(lines).encode(self.encoding, "xmlcharrefreplace")


def read_sheet(data: bytes) -> Sheet:
    """Read delimited text: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs. Raises `UsageError`."""
    bom, encoding = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), (b"", ""))
    body = data[len(bom) :]
    try:
        encoding = encoding or _guessed(body)
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        raise UsageError(f"The template is not the {encoding} that it begins as.") from error
    if not text.strip():
        raise UsageError("The template is empty.")
    delimiter = _delimiter(text)
    return Sheet(tuple(_records(text, delimiter)), delimiter, encoding, bom)


def table(rows: Sequence[Sequence[str]], *, end: str, delimiter: str = ",") -> bytes:
    """Return rows of our own as UTF-8 without a BOM."""
    lines = [delimiter.join(quoted(cell, delimiter) for cell in row) + end for row in rows]
    return "".join(lines).encode()


def quoted(value: str, delimiter: str, *, always: bool = False) -> str:
    """Return a value as a cell is written."""
    if always or any(c in value for c in (delimiter, '"', "\n", "\r")):
        return '"' + value.replace('"', '""') + '"'
    return value


def _unquoted(cell: str) -> str:
    if not cell.startswith('"'):
        return cell
    inside, _, after = cell[1:].rpartition('"')
    return inside.replace('""', '"') + after


def _guessed(body: bytes) -> str:
    if body[1:200:2].count(0) > len(body[1:200:2]) / 2:
        return "utf-16-le"
    for encoding in ("utf-8", "cp1252"):
        try:
            body.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"


def _delimiter(text: str) -> str:
    first = re.sub(r'"[^"]*"', "", text.lstrip("\r\n")).split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _records(text: str, delimiter: str) -> Iterator[Record]:
    cell = re.compile(rf'(?:"(?:[^"]++|"")*+(?:"|\Z))?[^{delimiter}\r\n]*')
    cells: list[str] = []
    at = 0
    while at < len(text) or cells:
        found = cell.match(text, at)
        assert found is not None  # it can match nothing at all
        cells.append(found[0])
        at = found.end()
        if text.startswith(delimiter, at):
            at += 1
            continue
        end = "\r\n" if text.startswith("\r\n", at) else text[at : at + 1]
        at += len(end)
        yield Record(tuple(cells), end)
        cells = []
