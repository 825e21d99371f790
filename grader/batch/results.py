"""What a batch has left in its folder, read back: rows and entries at once, reports and pages one by one."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from grader.batch.folder import GRADES, ROSTER, TERMS, going_on
from grader.batch.gradescsv import rows_of
from grader.batch.result import Row
from grader.errors import UsageError
from grader.lms.roster import Entry, Roster
from grader.report import Report


@dataclass(frozen=True)
class Results:
    """The rows of a batch, the entries they are of, and what was asked for (`about`, the content of batch.json)."""

    folder: Path
    layout: str
    rows: tuple[Row, ...]
    entries: Mapping[str, Entry]
    about: Mapping[str, Any]

    def report(self, key: str) -> Report | None:
        """Return the report of an entry, None if it was never tried. Raises `UsageError` for one that is no report."""
        path = self.folder / "reports" / f"{self.entries[key].key}.json"
        return load_report(path) if path.is_file() else None

    def told(self, key: str) -> Report | None:
        """Return what the student of an entry may be told of its report."""
        return self.report(key)

    def page(self, key: str) -> bytes | None:
        """Return the feedback page of an entry, None if there is none."""
        path = self.folder / "feedback" / f"{self.entries[key].key}.html"
        return path.read_bytes() if path.is_file() else None

    def reports(self) -> Iterator[tuple[str, Report]]:
        """Return keys with reports, in the order of the rows, one in memory at a time."""
        for row in self.rows:
            report = self.report(row.key)
            if report is not None:
                yield row.key, report


def load_report(path: Path) -> Report:
    """Read a report from a file; raise `UsageError` if it is none."""
    try:
        return Report.model_validate_json(_text(path))
    except ValidationError as error:
        raise UsageError(f"{path} is no report of this version of the grader ({_first(error)}).") from error


def load_results(folder: Path) -> Results:
    """Read what a batch has left in `folder`.

    Raises `UsageError` if that is no batch's folder, is damaged, or the batch has not come to its end.
    """
    if not (folder / GRADES).is_file():
        raise UsageError(f"{folder} is not the folder of a batch: it has no grades.csv. `grade batch` makes one.")
    roster = load_roster(folder / ROSTER)
    entries = {entry.key: entry for entry in roster.entries}
    rows, about = _rows(folder / GRADES), _about(folder / TERMS)
    missing, strangers = set(entries) - {row.key for row in rows}, {row.key for row in rows} - set(entries)
    if strangers:
        raise UsageError(f"{folder}: grades.csv and roster.json do not hold the same entries ({min(strangers)}, …).")
    if missing:
        raise UsageError(
            f"The batch in {folder} has not come to its end: {len(rows)} of {len(entries)} entries are in grades.csv. "
            f"Go on with it: {going_on(about.get('path', 'SUBMISSIONS'), folder)}"
        )
    return Results(folder, roster.layout, rows, entries, about)


def load_roster(path: Path) -> Roster:
    """Read the roster.json of a batch; raise `UsageError` if it is none."""
    try:
        return Roster.model_validate_json(_text(path))
    except ValidationError as error:
        raise UsageError(f"{path} cannot be read ({_first(error)}). Was it changed by hand?") from error


def _about(path: Path) -> Mapping[str, Any]:
    try:
        about = json.loads(_text(path))
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}.") from error
    if not isinstance(about, dict):
        raise UsageError(f"{path} does not say what the batch was asked for.")
    return about


def _rows(path: Path) -> tuple[Row, ...]:
    try:
        return tuple(rows_of(_text(path)))
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8. Was it saved by a spreadsheet?") from error


def _first(error: ValidationError) -> str:
    problem = error.errors()[0]
    return f"{'.'.join(map(str, problem['loc'])) or 'content'}: {problem['msg']}"
