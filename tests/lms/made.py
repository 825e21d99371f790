"""Lines of a batch and whole folders of one, made without grading. Nobody in them exists."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.batch.result import Row
from grader.lms.gradebooks.line import Line
from grader.lms.roster import Entry, Roster
from grader.report import Report


def row(key: str = "s001", score: float | None = 87.5, **changes: Any) -> Row:
    """A graded row, 100 points at most."""
    given: dict[str, Any] = {
        "key": key, "name": f"Student {key.removeprefix('s')}", "status": "graded" if score is not None else "rejected",
        "score": score, "max_score": 100, "late": False, "attempt": 1,
        "reason": "" if score is not None else "The file is empty.",
    }  # fmt: skip
    return Row(**(given | changes))


def line(key: str = "s001", score: float | None = 87.5, *, feedback: str = "", group: str = "", raw_name: str = "",
         row_changes: dict[str, Any] | None = None, **ids: str) -> Line:  # fmt: skip
    """A line whose entry has these ids."""
    made = row(key, score, **(row_changes or {}))
    return Line(made, Entry(key=key, name=made.name, ids=ids, group=group, raw_name=raw_name), feedback)


def batch(folder: Path, lines: Sequence[Line], reports: dict[str, Report] | None = None) -> Path:
    """Write the folder of a batch."""
    for below in ("reports", "feedback"):
        (folder / below).mkdir(parents=True)
    with (folder / "grades.csv").open("w", newline="", encoding="utf-8") as file:
        written = csv.writer(file, lineterminator="\n")
        written.writerow(Row.model_fields)
        written.writerows(_cells(each.row) for each in lines)
    roster = Roster(layout="folder", entries=tuple(each.entry for each in lines))
    (folder / "roster.json").write_text(roster.model_dump_json())
    (folder / "batch.json").write_text(json.dumps({"assignment": {"id": "attention"}, "seed": 7}))
    for key, report in (reports or {}).items():
        (folder / "reports" / f"{key}.json").write_text(report.model_dump_json())
        (folder / "feedback" / f"{key}.html").write_text(f"<!doctype html><p>{key}")
    return folder


def _cells(made: Row) -> list[str]:
    values = [" ".join(v) if isinstance(v, tuple) else "" if v is None else str(v) for _, v in made]
    return [f"'{value}" if value.startswith(("=", "+", "-", "@", "\t", "\r")) else value for value in values]
