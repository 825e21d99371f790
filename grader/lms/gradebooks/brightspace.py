"""Brightspace: ids, one item's points, and # at each line's end; CRLF.

The item's name must be exactly that of the grade book. Source: D2L's help on importing grades.
"""

from collections.abc import Callable, Sequence
from typing import Final

from grader.errors import UsageError
from grader.lms.gradebooks.column import agree, choose
from grader.lms.gradebooks.filling import fill
from grader.lms.gradebooks.line import Line, Made, keys, mark, split
from grader.lms.gradebooks.matching import Way, cell, ids, key, name, words
from grader.lms.gradebooks.sheet import read_sheet, table
from grader.render.escape import guarded

_IDS: Final = ("OrgDefinedId", "Username")
_GRADE: Final = " Points Grade"
_END: Final = "End-of-Line Indicator"


def brightspace(lines: Sequence[Line], *, column: str | None, points: float | None) -> Made:
    """Return a file of our own for the item `column`; students are known by `org_defined_id`, `username` or the key."""
    if column is None:
        raise UsageError("Name the grade item, exactly as it is called, with --column.")
    graded, left_out = split(lines)
    by_org = all("org_defined_id" in line.entry.ids for line in graded)
    if not by_org:
        left_out |= {line.row.key: "known by no user name; use a template" for line in graded if not _user(line)}
        graded = [line for line in graded if _user(line)]
    rows = [[_org(line) if by_org else _user(line), mark(line.row, points), "#"] for line in graded]
    item = column.removesuffix(_GRADE) + _GRADE
    heads = [[_IDS[0] if by_org else _IDS[1], item, _END]]
    return Made(table([*heads, *rows], end="\r\n"), keys(graded), left_out)


def brightspace_template(template: bytes, lines: Sequence[Line], *, column: str | None, points: float | None) -> Made:
    """Return one item of an exported grade book, filled, with the ids that were exported."""
    sheet = read_sheet(template)
    places = {title: i for i, title in enumerate(sheet.header)}
    known = [title for title in _IDS if title in places]
    if not known:
        raise UsageError("The template is no Brightspace export: it has neither OrgDefinedId nor Username.")
    offered = {i: title for i, title in enumerate(sheet.header) if _GRADE in title}
    ours = choose(offered, column)
    item, _, about = offered[ours].partition(_GRADE)
    worth = about.partition("MaxPoints:")[2].rstrip(">").split(" ")[0]
    agree(item, worth, lines[0].row.max_score, points)
    filled = fill(sheet, sheet.records[1:], ours, lines, _tiers(places), points)
    read = [(record.values(), line) for record, line in filled.records]
    rows = [[*(cell(places[title])(values) for title in known), mark(line.row, points), "#"] for values, line in read]
    return Made(table([[*known, item + _GRADE, _END], *rows], end="\r\n"), filled.written, filled.left_out)


def _org(line: Line) -> str:
    return "#" + line.entry.ids["org_defined_id"].removeprefix("#")


def _user(line: Line) -> str:
    return guarded(line.entry.ids.get("username") or "".join(key(line)))


def _tiers(places: dict[str, int]) -> list[list[Way]]:
    asked = (("OrgDefinedId", ("org_defined_id", "student_id")), ("Username", ("username",)), ("Email", ("email",)))
    known: list[list[Way]] = [[(_bare(places[title]), ids(*names))] for title, names in asked if title in places]
    keyed: list[Way] = [(_bare(places[title]), key) for title, _ in asked if title in places]
    named: list[Way] = []
    if "First Name" in places and "Last Name" in places:
        named = [(words(places["First Name"], places["Last Name"]), name)]
    return [*known, keyed, named]


def _bare(column: int) -> Callable[[Sequence[str]], str]:
    """Return what reads an id without the # before it."""
    return lambda values: cell(column)(values).removeprefix("#")
