"""Rows as the text of grades.csv, and back: UTF-8, quotes where needed, no cell that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

from pydantic import ValidationError

from grader.batch.result import Row
from grader.errors import UsageError
from grader.render.escape import guarded, plain, unguarded

COLUMNS: Final = tuple(Row.model_fields)
_LISTS: Final = ("bugs", "failed", "flags")


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the table line by line, its head first."""
    yield _line(COLUMNS)
    for row in rows:
        yield _line(cell(getattr(row, column)) for column in COLUMNS)


def rows_of(text: str) -> Iterator[Row]:
    """Yield the rows of a table that `csv_lines` wrote; raise `UsageError` for what it did not write."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), restval="")
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        raise UsageError(f"there is no column {missing[0]}. Was it saved by a spreadsheet?")
    for cells in reader:
        plain = {column: unguarded(cells[column]) for column in COLUMNS}
        lists = {column: tuple(plain[column].split()) for column in _LISTS}
        given = {**plain, **lists, "score": plain["score"] or None, "late": plain["late"] or False}
        try:
            yield Row.model_validate(given)
        except ValidationError as error:
            column, why = error.errors()[0]["loc"][0], error.errors()[0]["msg"]
            raise UsageError(f"line {reader.line_num}: {column}: {why}. Was it changed by hand?") from error


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
    return guarded(" ".join(plain(str(value)).splitlines()))


def _line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(list(cells))
    return line.getvalue()
