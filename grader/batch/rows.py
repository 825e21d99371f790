"""From an entry, and its report if there is one, to its row of grades.csv."""

from collections.abc import Iterator, Sequence

from grader.batch.result import Row
from grader.lms.roster import Entry
from grader.report import Cause, Report, Status

_WITHOUT_REPORT = {
    "nothing": "Nothing was handed in.",
    "not code": "What was handed in is no Python file, notebook, zip or folder.",
    "unmatched": "The file belongs to nobody that could be found out.",
}


def row_of_entry(entry: Entry, max_score: float) -> Row:
    """Return the row of an entry with nothing to grade."""
    assert entry.status != "submitted"
    return Row(
        key=entry.key, name=entry.name, status=entry.status, score=None, max_score=max_score, late=entry.late,
        attempt=entry.attempt, flags=("late",) if entry.late else (), file=entry.path,
        reason=_one_line(entry.note or _WITHOUT_REPORT[entry.status]),
    )  # fmt: skip


def row_of_report(entry: Entry, report: Report, seconds: float) -> Row:
    """Return the row of an entry that was tried; `seconds` is how long that took."""
    return Row(
        key=entry.key, name=entry.name, status=report.status, score=report.score, max_score=report.max_score,
        late=entry.late, attempt=entry.attempt,
        bugs=tuple(dict.fromkeys(found.bug for found in report.diagnoses if found.bug)),
        failed=tuple(check.id for check in report.checks if check.status is not Status.PASSED),
        flags=tuple(_flags(entry, report)), reason=_one_line(_reason(report)), file=entry.path,
        sha256=report.submission.sha256, seconds=round(seconds, 3),
    )  # fmt: skip


def with_twins(row: Row, same: Sequence[str]) -> Row:
    """Return the row flagged with the first other of the keys `same`, which handed in the same."""
    twins = [key for key in same if key != row.key]
    return row.model_copy(update={"flags": (*row.flags, f"identical:{twins[0]}")}) if twins else row


def _flags(entry: Entry, report: Report) -> Iterator[str]:
    if entry.late:
        yield "late"
    noticed = any(notice.kind == "policy" for notice in report.notices)
    if noticed or any(check.cause is Cause.POLICY for check in report.checks):
        yield "policy"


def _reason(report: Report) -> str:
    """Say in a sentence why points or the score are missing; "" if none are."""
    if report.message:
        return report.message
    if report.diagnoses:
        return report.diagnoses[0].title
    return next((c.message or c.title for c in report.checks if c.status is not Status.PASSED), "")


def _one_line(text: str) -> str:
    return " ".join(text.split())
