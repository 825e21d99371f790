"""A class in the tables of the service, as exports and the class at a glance know the folder of a batch."""

import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.batch.result import Row
from grader.batch.results import Results
from grader.batch.rows import row_of_report, with_twins
from grader.lms.roster import Entry
from grader.report import Report
from grader.service.files import Files
from grader.service.pages.labs import counted
from grader.service.service import Service
from grader.service.store.standing import Standing

#: By what a platform calls a student in the ids of a submission, what gradebooks call it.
_IDS = {"user": "user_id", "email": "email", "username": "username", "participant": "participant"}


@dataclass(frozen=True)
class Cohort(Results):
    """The rows of a class, whose reports and pages lie among the files of the service."""

    files: Files
    standings: Mapping[str, Standing]

    def report(self, key: str) -> Report | None:
        """Return the report of a student."""
        row = self.standings[key].report
        return None if row is None else Report.model_validate_json(self.files.get(row.json_sha256))

    def page(self, key: str) -> bytes | None:
        """Return the page of a student."""
        row = self.standings[key].report
        return None if row is None else self.files.get(row.html_sha256)


def cohort(service: Service, standings: Mapping[str, Standing], *, counts: bool) -> Cohort:
    """Return a class by its students' keys; with `counts` a score is what it counts, not what the work is worth."""
    rows = dict(_rows(service, standings))
    if counts:
        values = {key: counted(service, one) for key, one in standings.items()}
        rows = {key: row.model_copy(update={"score": values[key]}) for key, row in rows.items()}
    entries = {key: _entry(one) for key, one in standings.items()}
    return Cohort(
        folder=Path("This class"), layout="service", rows=tuple(rows.values()), entries=entries, about={},
        files=service.files, standings=standings,
    )  # fmt: skip


def _rows(service: Service, standings: Mapping[str, Standing]) -> Iterator[tuple[str, Row]]:
    rows = {key: _row(service, one) for key, one in sorted(standings.items())}
    same: dict[str, list[str]] = defaultdict(list)
    for key, row in rows.items():
        same[row.sha256 or key].append(key)
    for key, row in rows.items():
        yield key, with_twins(row, same[row.sha256 or key])


def _row(service: Service, one: Standing) -> Row:
    """Return the row of a submission: that of its report, or what stands in the way of one."""
    submission, attempt = one.submission, one.attempt
    began, ended = attempt.started_at, attempt.finished_at
    known = {
        "key": submission.student_key, "name": submission.student_name, "late": submission.late_seconds > 0,
        "attempt": submission.number, "file": submission.name,
        "seconds": round((ended - began).total_seconds(), 3) if began and ended else 0.0,
    }  # fmt: skip
    if one.report is None:
        why = {"parked": "Parked: a fault of ours.", "cancelled": "Cancelled."}.get(attempt.state, "Being graded.")
        return Row(status="grader_error", score=None, max_score=0, reason=why, sha256=submission.source_sha256, **known)
    row = _of_report(service.files, one.report.json_sha256)
    flags = ("late", *row.flags) if known["late"] else row.flags
    return row.model_copy(update={**known, "flags": flags})


@functools.lru_cache(maxsize=20_000)
def _of_report(files: Files, sha256: str) -> Row:
    """Return the row that a report makes of nobody in particular; what a digest names never changes."""
    report = Report.model_validate_json(files.get(sha256))
    return row_of_report(Entry(key="nobody"), report, 0.0)


def _entry(one: Standing) -> Entry:
    submission = one.submission
    ids = {
        _IDS[name]: value for platform in submission.ids.values() for name, value in platform.items() if name in _IDS
    }
    return Entry(
        key=submission.student_key, name=submission.student_name, path=submission.name,
        late=submission.late_seconds > 0, attempt=submission.number, ids=ids, raw_name=submission.name,
        submitted_at=submission.received_at.isoformat(),
    )  # fmt: skip
