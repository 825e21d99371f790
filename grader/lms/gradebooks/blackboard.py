"""Blackboard: one column of a Grade Centre download, in its own encoding and delimiter, with the graded students only.

The number behind | is the column's id: a title without it becomes a new column of text that is worth nothing, so a
template is needed. Source: Blackboard's help on working offline.
"""

from collections.abc import Sequence

from grader.errors import UsageError
from grader.lms.gradebooks.column import agree, choose
from grader.lms.gradebooks.comment import as_html
from grader.lms.gradebooks.filling import fill
from grader.lms.gradebooks.line import Line, Made
from grader.lms.gradebooks.matching import Way, cell, ids, key, name, words
from grader.lms.gradebooks.sheet import Record, Sheet, read_sheet

_FEEDBACK, _FORMAT = "Feedback to Learner", "Feedback Format"
_NOTES = ("Grading Notes", "Notes Format")


def blackboard_template(
    template: bytes, lines: Sequence[Line], *, column: str | None, points: float | None, feedback: bool
) -> Made:
    """Return a download's column of grades filled, and its feedback where it was downloaded with comments."""
    sheet = read_sheet(template)
    places = {title: i for i, title in enumerate(sheet.header)}
    if "Username" not in places:
        raise UsageError("The template is no Blackboard download: it has no column Username.")
    offered = {i: title for title, i in places.items() if "|" in title and "up to" not in title}
    ours = choose(offered, column)
    agree(offered[ours], _worth(offered[ours]), lines[0].row.max_score, points)
    filled = fill(sheet, sheet.records[1:], ours, lines, _tiers(places), points)
    said = feedback and _FEEDBACK in places and any(line.feedback for _, line in filled.records)
    records = [_with_feedback(sheet, record, line, places) if said else record for record, line in filled.records]
    mute = () if said else (_FEEDBACK, _FORMAT)
    kept = [i for title, i in places.items() if i == ours or ("|" not in title and title not in (*mute, *_NOTES))]
    made = sheet.only(kept, [sheet.records[0], *records])
    return Made(made.to_bytes(), filled.written, filled.left_out)


def _worth(title: str) -> str:
    """Return 100 for "Lab [Total Pts: 100 Score] |123"."""
    _, _, after = title.partition("[Total Pts: ")
    return after.split(" ")[0]


def _tiers(places: dict[str, int]) -> list[list[Way]]:
    user: list[Way] = [(cell(places["Username"]), ids("username")), (cell(places["Username"]), key)]
    student: list[Way] = [(cell(places["Student ID"]), ids("student_id"))] if "Student ID" in places else []
    named: list[Way] = []
    if "Last Name" in places and "First Name" in places:
        named = [(words(places["First Name"], places["Last Name"]), name)]
    return [[user[0]], student, [user[1]], named]


def _with_feedback(sheet: Sheet, record: Record, line: Line, places: dict[str, int]) -> Record:
    if not line.feedback:
        return record
    record = sheet.put(record, places[_FEEDBACK], as_html(line.feedback))
    return sheet.put(record, places[_FORMAT], "SMART_TEXT") if _FORMAT in places else record
