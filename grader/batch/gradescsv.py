"""Rows as the text of grades.csv, and back: UTF-8, quotes where needed, no cell that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

from grader.batch.result import Row
from grader.render.escape import plain

COLUMNS: Final = tuple(Row.model_fields)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_LISTS: Final = ("bugs", "failed", "flags")


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the table line by line, its head first."""
    yield _line(COLUMNS)
    for row in rows:
        yield _line(cell(getattr(row, column)) for column in COLUMNS)


def rows_of(text: str) -> Iterator[Row]:
    """Yield the rows of a table that `csv_lines` wrote."""
    for read in csv.DictReader(io.StringIO(text, newline="")):
        values: dict[str, object] = {column: _without_guard(value) for column, value in read.items()}
        lists = {column: tuple(str(values[column]).split()) for column in _LISTS}
        yield Row.model_validate({**values, **lists, "score": values["score"] or None})


def cell(value: object) -> str:
    """Return a value as a cell: lists joined by a space, numbers without needless decimals, no formulas."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{round(value, 6):.15g}"
        case tuple():
            value = " ".join(value)
    text = " ".join(plain(str(value)).splitlines())
    return f"'{text}" if text.startswith(_FORMULA) or str(value).startswith(_FORMULA) else text


def _without_guard(value: str) -> str:
    return value[1:] if value[:1] == "'" and value[1:].startswith(_FORMULA) else value


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(list(cells))
    return line.getvalue()
