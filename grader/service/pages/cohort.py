"""A class in the tables of the service, as exports and the class at a glance know the folder of a batch."""

import contextlib
import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.batch.result import Row
from grader.batch.results import Results
from grader.batch.rows import row_of_report, with_twins
from grader.lms.roster import Entry
from grader.render.formats import render
from grader.report import Report
from grader.service.files import Files
from grader.service.pages.labs import counted, lab
from grader.service.service import Service
from grader.service.store.standing import Standing
from grader.service.store.submissions import Ids

#: By platform and what it calls a student in the ids of a submission, what its gradebook calls it. Another platform's
#: user is somebody else under the same number.
_IDS = {("canvas", "user"): "user_id", ("moodle", "participant"): "participant"} | {
    (platform, name): name for platform in ("canvas", "moodle", "lti") for name in ("email", "username")
}
_UNREADABLE = "Its report cannot be read: a fault of ours. Grade it again."


@dataclass(frozen=True)
class Cohort(Results):
    """The rows of a class, whose reports lie among the files of the service; None for one that cannot be read."""

    service: Service
    standings: Mapping[str, Standing]

    def report(self, key: str) -> Report | None:
        """Return the report of a student."""
        row = self.standings[key].report
        with contextlib.suppress(OSError):
            return None if row is None else Report.model_validate_json(self.service.files.get(row.json_sha256))
        return None

    def told(self, key: str) -> Report | None:
        """Return a report as its student may see it now."""
        report = self.report(key)
        return None if report is None else self.service.seen_by_student(self.standings[key].submission, report)

    def page(self, key: str) -> bytes | None:
        """Return the page of a student, as the student may see it now."""
        report = self.told(key)
        return None if report is None else render(report, "html").encode()


def cohort(service: Service, standings: Mapping[str, Standing], *, counts: bool) -> Cohort:
    """Return a class by its students' keys; with `counts` a score is what it counts, not what the work is worth."""
    rows = dict(_rows(service, standings))
    if counts:
        rows = {
            key: row if row.score is None else row.model_copy(update={"score": counted(service, standings[key])})
            for key, row in rows.items()
        }
    entries = {key: _entry(service, one) for key, one in standings.items()}
    return Cohort(
        folder=Path("This class"), layout="service", rows=tuple(rows.values()), entries=entries, about={},
        service=service, standings=standings,
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
        "key": submission.student_key, "name": submission.student_name, "late": service.late_seconds(submission) > 0,
        "attempt": submission.number, "file": submission.name,
        "seconds": round((ended - began).total_seconds(), 3) if began and ended else 0.0,
    }  # fmt: skip
    why = {"parked": "Parked: a fault of ours.", "cancelled": "Cancelled."}.get(attempt.state, "Being graded.")
    row = None
    if one.report is not None:
        why = _UNREADABLE
        with contextlib.suppress(OSError):
            row = _of_report(service.files, one.report.json_sha256)
    if row is None:
        most = one.report.max_score if one.report else lab(service, submission.assignment).max_score
        return Row(
            status="grader_error", score=None, max_score=most, reason=why, sha256=submission.source_sha256, **known
        )
    flags = ("late", *row.flags) if known["late"] else row.flags
    return row.model_copy(update={**known, "flags": flags})


@functools.lru_cache(maxsize=20_000)
def _of_report(files: Files, sha256: str) -> Row:
    """Return the row that a report makes of nobody in particular; what a digest names never changes."""
    report = Report.model_validate_json(files.get(sha256))
    return row_of_report(Entry(key="nobody"), report, 0.0)


def _entry(service: Service, one: Standing) -> Entry:
    submission = one.submission
    ids = {
        _IDS[platform, name]: value
        for platform, known in submission.ids.items() for name, value in known.items() if (platform, name) in _IDS
    }  # fmt: skip
    return Entry(
        key=submission.student_key, name=submission.student_name, path=submission.name,
        late=service.late_seconds(submission) > 0, attempt=submission.number, ids=ids,
        raw_name=_raw_name(submission.ids), submitted_at=submission.received_at.isoformat(),
    )  # fmt: skip


def _raw_name(ids: Ids) -> str:
    """Return how a platform's download would name the work, by the numbers that it gave; "" where it gave none.

    It says whose a page of feedback is, so nothing that a student wrote may be in it.
    """
    canvas, moodle = ids.get("canvas", {}), ids.get("moodle", {})
    for form, numbers in (
        ("{}_{}_work", (canvas.get("user", ""), canvas.get("attachment", ""))),
        ("student_{}_assignsubmission_file_work", (moodle.get("participant", ""),)),
    ):
        if all(re.fullmatch(r"[0-9]+", number) for number in numbers):
            return form.format(*numbers)
    return ""
