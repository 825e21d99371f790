"""Moodle: the grading worksheet with grades and feedback filled in, every other byte as it was.

The dates stay: Moodle skips a row whose grade was changed more than a minute after its date, unless one ticks "Allow
updating records that have been modified more recently". A feedback cell is written even if it is empty, so the column
goes where there is no text. Source: moodle/moodle, mod/assign/feedback/offline/{importgradeslib,locallib}.php.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from grader.errors import UsageError
from grader.lms.gradebooks.column import agree, comma
from grader.lms.gradebooks.comment import as_html
from grader.lms.gradebooks.filling import written
from grader.lms.gradebooks.line import Line, Made, keys, mark, split
from grader.lms.gradebooks.matching import Way, cell, folded, ids, key, match, name, words
from grader.lms.gradebooks.sheet import Sheet, read_sheet, table

_HEADER: Final = ("Identifier", "Grade", "Last modified (grade)", "Feedback comments")
_REMARK: Final = (
    "Where a grade is in Moodle already, tick “Allow updating records that have been modified more recently in Moodle "
    "than in the spreadsheet”."
)


class Columns(NamedTuple):
    """Where things stand in a worksheet; None for what it lacks."""

    identifier: int
    grade: int
    most: int | None
    feedback: int | None
    group: int | None


def moodle(lines: Sequence[Line], *, points: float | None, feedback: bool) -> Made:
    """Return a worksheet of our own, for a site in English; entries without a participant number are left out."""
    graded, left_out = split(lines)
    known = [line for line in graded if "participant" in line.entry.ids and not line.entry.group]
    left_out |= {line.row.key: "without a participant number; use --template" for line in graded if line not in known}
    said = feedback and any(line.feedback for line in known)
    rows = [
        [f"Participant {line.entry.ids['participant']}", mark(line.row, points), "-", as_html(line.feedback)]
        for line in known
        if line.feedback or not said
    ]
    width = len(_HEADER) if said else len(_HEADER) - 1
    mute = [line for line in known if said and not line.feedback]
    left_out |= {line.row.key: "without feedback, which an empty cell would clear; use --no-feedback" for line in mute}
    done = [line for line in known if line not in mute]
    return Made(table([row[:width] for row in (_HEADER, *rows)], end="\r\n"), keys(done), left_out, (_REMARK,))


def moodle_template(
    template: bytes,
    lines: Sequence[Line],
    *,
    column: str | None,
    feedback_column: str | None,
    points: float | None,
    feedback: bool,
) -> Made:
    """Return a downloaded worksheet with grades and feedback; `column` and `feedback_column` name them on any site."""
    sheet = read_sheet(template)
    at = _columns(sheet, column, feedback_column)
    values = [record.values() for record in sheet.records]
    if at.most is not None:
        _insist_on_points([cell(at.most)(row) for row in values[1:]], lines[0].row.max_score, points)
    graded, left_out = split(lines)
    found = _found(sheet, at, graded, values, left_out)
    numbers = [cell(i)(row) for row in values[1:] for i in (at.grade, at.most) if i is not None]
    records = list(sheet.records)
    said = feedback and any(line.feedback for line in found.values())
    for i, line in found.items():
        records[i] = sheet.put(records[i], at.grade, written(line, points, decimal_comma=comma(numbers)))
        if said and at.feedback is not None and line.feedback:
            records[i] = sheet.put(records[i], at.feedback, as_html(line.feedback))
    kept = [i for i in range(len(sheet.header)) if said or i != at.feedback]
    filled = sheet.only(kept, records) if len(kept) < len(sheet.header) else Sheet(
        tuple(records), sheet.delimiter, sheet.encoding, sheet.bom
    )  # fmt: skip
    done = {line.row.key: line for _, line in sorted(found.items())}
    return Made(filled.to_bytes(), tuple(done), left_out, (_REMARK,))


def _columns(sheet: Sheet, grade: str | None, feedback: str | None) -> Columns:
    places = {title: i for i, title in enumerate(sheet.header)}
    wanted = grade or "Grade"
    if wanted not in places or (feedback is not None and feedback not in places):
        missing = wanted if wanted not in places else feedback
        known = ", ".join(map(repr, places))
        raise UsageError(
            f"The template has no column {missing!r}. In another language the grade's column has another "
            f"title: name it with --column, and the feedback's with --feedback-column. There are: {known}."
        )
    most = places.get("Maximum Grade", places[wanted] + 1 if grade else None)
    return Columns(0, places[wanted], most, places.get(feedback or "Feedback comments"), places.get("Group"))


def _insist_on_points(worths: Sequence[str], most: float, points: float | None) -> None:
    worth = next((value for value in worths if value.strip()), "")
    if worth and not re.fullmatch(r"\d+(?:[.,]\d+)?", worth.strip()):
        raise UsageError(f"The assignment is graded with a scale ({worth}), not with points.")
    agree("The assignment", worth, most, points)


def _found(
    sheet: Sheet, at: Columns, graded: Sequence[Line], values: Sequence[Sequence[str]], left_out: dict[str, str]
) -> Mapping[int, Line]:
    """Match by participant number, other ids, name; a group's entry is that of every member."""
    places = {title: i for i, title in enumerate(sheet.header)}
    teams = _teams(graded, left_out)
    alone = [line for line in graded if not line.entry.group]
    more: list[list[Way]] = [
        [(cell(places[title]), ids(*names)), (cell(places[title]), key)]
        for title, names in (("ID number", ("student_id", "id_number")), ("Email address", ("email",)))
        if title in places
    ]
    numbered: list[Way] = [(lambda row: _number(cell(at.identifier)(row)), ids("participant"))]
    named: list[Way] = [(words(places.get("Full name", 1)), name)]
    matches = match(alone, values, [numbered, *more, named])
    left_out |= matches.lost
    found = dict(matches.found)
    if at.group is not None:
        of_row = [folded(cell(at.group)(row)) for row in values]
        found |= {i: teams[group] for i, group in enumerate(of_row) if i and i not in found and group in teams}
    met = {line.row.key for line in found.values()}
    left_out |= {
        line.row.key: "no line of the template is of this group" for line in teams.values() if line.row.key not in met
    }
    return found


def _teams(graded: Sequence[Line], left_out: dict[str, str]) -> dict[str, Line]:
    """Return the groups by their names; those that cannot be told apart are left out."""
    groups = [line for line in graded if line.entry.group]
    alike = Counter(folded(line.entry.group) for line in groups)
    left_out |= {
        line.row.key: "another group has the same name" for line in groups if alike[folded(line.entry.group)] > 1
    }
    return {folded(line.entry.group): line for line in groups if alike[folded(line.entry.group)] == 1}


def _number(identifier: str) -> str:
    """The number at the end of "Participant 12"; the word before it is the site's language."""
    digits = re.search(r"(\d+)\s*$", identifier)
    return digits[1] if digits else ""
