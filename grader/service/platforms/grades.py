"""A grade on its way to a platform, read from what the service keeps."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from grader.lms.gradebooks.line import in_points
from grader.render.escape import plain
from grader.report import Report
from grader.service.database import reading
from grader.service.service import Service
from grader.service.store import attempts, courses, reports, submissions
from grader.service.store.deliveries import Delivery

_MOST_TITLES = 5
_LONGEST = 600  # characters of a message


@dataclass(frozen=True)
class Grade:
    """What to put into one student's gradebook, once.

    `key` is in the comment, and tells a repeat that the first try arrived. `score` is None where the work could not be
    graded; `comment` says why. `ids` is what the platform called the work. `fresh` says that this is the first try to
    tell of a first grading: nothing of it can be there yet.
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

    def of(self, delivery: Delivery, course: str) -> Grade | None:
        """Return the grade of a student of our `course`; None if a newer grading of the same work has replaced it.

        Raises `LookupError` if there is none, or in another course, and `OSError` if the report cannot be read.
        """
        with reading(self._service.database) as connection:
            attempt = attempts.by_id(connection, delivery.attempt_id)
            submission = submissions.by_id(connection, attempt.submission_id) if attempt else None
            row = reports.of_attempt(connection, delivery.attempt_id)
            if attempt is None or submission is None or row is None:
                raise LookupError("There is no report to tell of.")
            home = courses.by_id(connection, submission.course_id)
            newest = reports.newest(connection, [submission.id])[submission.id]
        if home is None or home.name != course:
            raise LookupError("This connection is not of the course of this submission.")
        if newest.attempt_id != row.attempt_id and newest.status != "grader_error":
            return None
        page = f"{self._public_url}/s/{submission.id}"
        counted = self._service.counted(submission, row.score)
        report = Report.model_validate_json(self._service.files.get(row.json_sha256))
        seen = self._service.seen_by_student(submission, report)
        return Grade(
            key=delivery.id,
            assignment=submission.assignment,
            score=counted,
            max_score=row.max_score,
            comment=comment(seen, counted, page, delivery.id),
            graded_at=row.written_at,
            ids=submission.ids.get(delivery.kind, {}),
            page=page,
            submitted_at=submission.received_at,
            fresh=attempt.kind == "first" and delivery.tries == 0 and delivery.last_error is None,
        )


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
