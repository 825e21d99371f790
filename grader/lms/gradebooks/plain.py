"""A table for people and scripts: a line for every entry, graded or not, and the points of each check."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from grader.lms.gradebooks.line import Line, Made, keys, mark
from grader.lms.gradebooks.sheet import table
from grader.render.escape import guarded
from grader.report import Report

_COLUMNS: Final = (
    "key",
    "name",
    "group",
    "status",
    "score",
    "max_score",
    "late",
    "attempt",
    "bugs",
    "failed",
    "reason",
)
_BOM: Final = b"\xef\xbb\xbf"  # without it, Excel does not see that a file is UTF-8


def plain_csv(lines: Sequence[Line], reports: Iterable[tuple[str, Report]], *, points: float | None, bom: bool) -> Made:
    """Return all entries; a score that is none is an empty cell beside its status. `bom` is for Excel."""
    by_check = {key: {check.id: check.points for check in report.checks} for key, report in reports if report.checks}
    checks = list(dict.fromkeys(check for found in by_check.values() for check in found))
    rows = [_cells(line, checks, by_check.get(line.row.key, {}), points) for line in lines]
    data = table([[*_COLUMNS, *checks], *rows], end="\n")
    return Made(_BOM + data if bom else data, keys(lines), {})


def _cells(line: Line, checks: Sequence[str], got: Mapping[str, float], points: float | None) -> list[str]:
    row = line.row
    score = mark(row, points) if row.score is not None else ""
    most = f"{points or row.max_score:g}"
    said = [row.key, row.name, line.entry.group, row.status, score, most, str(row.late).lower(), str(row.attempt)]
    said += [" ".join(row.bugs), " ".join(row.failed), " ".join(row.reason.split())]
    return [guarded(cell) for cell in said] + [f"{got[check]:g}" if check in got else "" for check in checks]
