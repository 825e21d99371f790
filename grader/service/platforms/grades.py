"""A grade on its way to a platform, read from what the service keeps."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from grader.lms.gradebooks.line import in_points
from grader.render.escape import plain
from grader.report import Report
from grader.service.database import reading
from grader.service.hooks.outcome import Done
from grader.service.service import Service
from grader.service.store import attempts, courses, reports, standing, submissions
from grader.service.store.deliveries import Delivery
from grader.service.store.reports import ReportRow
from grader.service.store.standing import Standing
from grader.service.store.submissions import Submission

_MOST_TITLES = 5
_LONGEST = 600  # characters of a message


@dataclass(frozen=True)
class Grade:
    """What to put into one student's gradebook, once.

    `key` is in the comment, and tells a repeat that the first try arrived. `score` is None where the work could not be
    graded; `comment` says why. `ids` is what the platform called the work. `graded_at` is later than that of any grade
    of this student that was due before. `fresh` says that this is the first try to tell of a first grading: nothing
    of it can be there yet.
    """

    key: str
    assignment: str
    score: float | None
    max_score: float
    comment: str
    graded_at: datetime
    ids: Mapping[str, str]
    page: str
    submitted_at: datetime
    fresh: bool = False

    def out_of(self, points: float) -> float | None:
        """Return the score as the platform counts, where the assignment has that many points; to two decimals."""
        if self.score is None:
            return None
        return float(in_points(self.score, self.max_score, points)) if self.max_score else 0.0


def digits(score: float) -> str:
    """Return a score as a gradebook reads it: all of its digits, and no needless zeros."""
    return f"{score:.15g}"


class Grades:
    """Finds the grade that a delivery is about."""

    def __init__(self, service: Service) -> None:
        self._service, self._public_url = service, service.config.public_url.rstrip("/")

    def of(self, delivery: Delivery, course: str) -> Grade | Done:
        """Return the grade of a student of our `course`, or why there is nothing to tell.

        Raises `LookupError` if there is none, or in another course, and `OSError` if the report cannot be read.
        """
        with reading(self._service.database) as connection:
            attempt = attempts.by_id(connection, delivery.attempt_id)
            submission = submissions.by_id(connection, attempt.submission_id) if attempt else None
            row = reports.of_attempt(connection, delivery.attempt_id)
            if attempt is None or submission is None or row is None:
                raise LookupError("There is no report to tell of.")
            home = courses.by_id(connection, submission.course_id)
            told = _told(connection, delivery.kind, Standing(submission, attempt, row))
        if home is None or home.name != course:
            raise LookupError("This connection is not of the course of this submission.")
        if isinstance(told, Done):
            return told
        work, result = told
        page = f"{self._public_url}/s/{work.id}"
        counted = self._service.counted(work, result.score)
        report = Report.model_validate_json(self._service.files.get(result.json_sha256))
        seen = self._service.seen_by_student(work, report)
        return Grade(
            key=delivery.id,
            assignment=work.assignment,
            score=counted,
            max_score=result.max_score,
            comment=comment(seen, counted, page, delivery.id),
            graded_at=row.written_at,  # also if another is told: a platform keeps what is later
            ids=submission.ids.get(delivery.kind, {}),
            page=page,
            submitted_at=work.received_at,
            fresh=attempt.kind == "first" and delivery.tries == 0 and delivery.last_error is None,
        )


def _told(connection: Connection, kind: str, own: Standing) -> tuple[Submission, ReportRow] | Done:
    """Return which work to tell of, and which report on it, where a report was written; or why none."""
    assert own.report is not None
    work = own.submission
    newest = reports.newest(connection, [work.id])[work.id]
    if newest.attempt_id != own.report.attempt_id and newest.status != "grader_error":
        return Done("Not posted: another grading of this work stands.")
    if kind != "lti":  # the others say which attempt they show, and are asked before a grade is put there
        return work, own.report
    all_of_it = standing.of_assignment(connection, work.course_id, work.assignment, work.student_key)
    best = standing.counting(all_of_it)[work.student_key]
    if best.submission.id == work.id or best.report is None or best.report.status == "grader_error":
        return work, own.report
    # That one has a delivery of its own, which tells it. But where a regrade took the score of this one away, another
    # counts again whose delivery is long done: it is told anew, with the time of this report, the newest there is.
    if own.attempt.kind == "first" or own.report.status == "graded":
        return Done("Not posted: another submission of this student counts.")
    return best.submission, best.report


def comment(report: Report, counted: float | None, page: str, key: str) -> str:
    """Return what a student reads beside the grade: the score, what was found, and where the rest is."""
    if report.score is None:
        lines = [f"This could not be graded. {plain(report.message)[:_LONGEST]}"]
    else:
        lines = [f"{report.score:g} of {report.max_score:g} points."]
        if counted is not None and counted != report.score:
            lines += [f"It was late and counts {counted:g}."]
        lines += [f"- {plain(diagnosis.title)}" for diagnosis in report.diagnoses[:_MOST_TITLES]]
    return "\n".join([*lines, f"The whole report: {page}", f"(Reference {key})"])
