"""One column of a template filled for the students who have a grade; the lines of all others are left out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grader.lms.gradebooks.column import comma
from grader.lms.gradebooks.line import Line, keys, mark, split
from grader.lms.gradebooks.matching import Way, cell, match
from grader.lms.gradebooks.sheet import Record, Sheet


class Filled(NamedTuple):
    """The lines that got a grade with their entries, in the template's order; the keys that got none, and why."""

    records: tuple[tuple[Record, Line], ...]
    left_out: dict[str, str]

    @property
    def written(self) -> tuple[str, ...]:
        """The keys that got a grade."""
        return keys([line for _, line in self.records])


def fill(
    sheet: Sheet,
    students: Sequence[Record],
    column: int,
    lines: Sequence[Line],
    tiers: Sequence[Sequence[Way]],
    points: float | None,
    stays: Callable[[str], str] = lambda value: "",
) -> Filled:
    """Put the scores into `column`. `stays` says for the present value of a cell why it must stay as it is, or ""."""
    graded, left_out = split(lines)
    values = [record.values() for record in students]
    before = [cell(column)(row) for row in values]
    matches = match(graded, values, tiers)
    left_out |= matches.lost
    decimal_comma = comma([cell(column)(record.values()) for record in sheet.records])
    records = []
    for i, line in sorted(matches.found.items()):
        if why := stays(before[i]):
            left_out[line.row.key] = why
            continue
        records.append((sheet.put(students[i], column, written(line, points, decimal_comma=decimal_comma)), line))
    return Filled(tuple(records), left_out)


def written(line: Line, points: float | None, *, decimal_comma: bool) -> str:
    """Return a score with the decimal sign that the template has."""
    value = mark(line.row, points)
    return value.replace(".", ",") if decimal_comma else value
