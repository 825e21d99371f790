"""Canvas: the gradebook's CSV, of one column, with the graded students only.

Its importer clears a grade where a cell is empty and overwrites what it is sent, so no other column and no other
student is in the file. UTF-8 without a BOM: with one, a first column "LastName" is not found.
Source: instructure/canvas-lms, lib/gradebook_exporter.rb and lib/gradebook_importer.rb.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from grader.errors import UsageError
from grader.lms.gradebooks.column import agree, choose
from grader.lms.gradebooks.filling import fill
from grader.lms.gradebooks.line import Line, Made, keys, mark, split
from grader.lms.gradebooks.matching import Way, cell, ids, key, name, words
from grader.lms.gradebooks.sheet import Sheet, read_sheet, table
from grader.render.escape import guarded

_HEADER: Final = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_ASSIGNMENT: Final = re.compile(r".+ \(\d+\)")
_IDS: Final = {
    "ID": ("user_id",),
    "SIS User ID": ("sis_user_id", "student_id"),
    "SIS Login ID": ("username", "email"),
    "Integration ID": ("integration_id",),
}


def canvas(lines: Sequence[Line], *, column: str | None, points: float | None) -> Made:
    """Return a file of our own for the assignment `column`, as in "Title (123)"; without the id it is a new one."""
    if column is None or not _ASSIGNMENT.fullmatch(column):
        raise UsageError(
            'Name the assignment with its id, as in --column "Title (123)"; Canvas adds a new one otherwise.'
        )
    graded, left_out = split(lines)
    nameless = {
        line.row.key: "anonymous, and the gradebook is not" for line in graded if line.entry.key.startswith("anon_")
    }
    nameless |= {
        line.row.key: "known by no id of Canvas or the school; use a template"
        for line in graded if line.row.key not in nameless and not any(_student(line)[1:])
    }  # fmt: skip
    graded = [line for line in graded if line.row.key not in nameless]
    most = f"{points or max((line.row.max_score for line in graded), default=0):g}"
    heads = [[*_HEADER, column], ["    Points Possible", "", "", "", "", most]]
    rows = [[guarded(cell) for cell in _student(line)] + ["", mark(line.row, points)] for line in graded]
    return Made(table([*heads, *rows], end="\n"), keys(graded), left_out | nameless)


def canvas_template(template: bytes, lines: Sequence[Line], *, column: str | None, points: float | None) -> Made:
    """Return one column of an exported gradebook, filled; `column` names it. Excused students stay as they are."""
    sheet = read_sheet(template)
    section, first = _identity(sheet), _first_student(sheet)
    worth = sheet.records[first - 1].values() if first > 1 else []
    titles = {i: title for i, title in enumerate(sheet.header) if i > section and _ASSIGNMENT.fullmatch(title)}
    ours = choose({i: title for i, title in titles.items() if "(read only)" not in cell(i)(worth)}, column)
    agree(titles[ours], cell(ours)(worth), lines[0].row.max_score, points)
    filled = fill(sheet, sheet.records[first:], ours, lines, _tiers(sheet, section), points, _excused)
    records = [*sheet.records[:first], *(record for record, _ in filled.records)]
    made = replace(sheet, encoding="utf-8", bom=b"").only([*range(section + 1), ours], records)
    return Made(made.to_bytes(), filled.written, filled.left_out)


def _student(line: Line) -> list[str]:
    """Name and ids. A key that is no number of a platform's own can only be a login."""
    known = line.entry.ids
    user, sis = known.get("user_id", ""), known.get("sis_user_id", "")
    login = known.get("username") or known.get("email") or ("" if user or sis else "".join(key(line)))
    return [line.entry.name, user, sis, login]


def _identity(sheet: Sheet) -> int:
    """The column "Section": before it stands who a student is, behind it what was graded."""
    found = next((i for i, title in enumerate(sheet.header) if i > 1 and "Section" in title), None)
    if found is None or "ID" not in sheet.header:
        raise UsageError("The template is no exported Canvas gradebook: it has no columns ID and Section.")
    return found


def _first_student(sheet: Sheet) -> int:
    """The line after Points Possible; between it and the titles may stand how grades are posted."""
    points = (i for i, record in enumerate(sheet.records[:3]) if "Points Possible" in record.values()[0])
    found = next(points, None)
    if found is None:
        raise UsageError("The template is no exported Canvas gradebook: it has no line Points Possible.")
    return found + 1


def _tiers(sheet: Sheet, section: int) -> list[list[Way]]:
    places = {title: i for i, title in enumerate(sheet.header[:section])}
    known: list[list[Way]] = [[(cell(places[title]), ids(*names))] for title, names in _IDS.items() if title in places]
    keyed: list[Way] = [(cell(places[title]), key) for title in _IDS if title in places and title != "ID"]
    named = words(*range(places["ID"]))
    return [*known, keyed, [(named, name)]]


def _excused(value: str) -> str:
    return "excused (EX) in the gradebook" if value.strip().upper() == "EX" else ""
