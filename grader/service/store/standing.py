"""Where submissions stand: each with its newest attempt, and with the report that stands."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select

from grader.service.schema import attempts, reports, submissions
from grader.service.store.attempts import Attempt
from grader.service.store.reports import STANDS_LAST, ReportRow
from grader.service.store.submissions import Submission


@dataclass(frozen=True)
class Standing:
    """A submission, its newest attempt, and its report: the newest, a fault of ours only if there is no other."""

    submission: Submission
    attempt: Attempt
    report: ReportRow | None

    @property
    def settled(self) -> bool:
        """Whether there is a report, and nothing more is to come."""
        return self.report is not None and self.attempt.state == "done"

    @property
    def in_vain(self) -> bool:
        """Whether the newest attempt ended by a fault of ours, and the report is an earlier one."""
        return self.report is not None and self.settled and self.report.attempt_id != self.attempt.id


def of_submission(connection: Connection, id: str) -> Standing | None:  # noqa: A002
    """Return one submission."""
    return next(iter(_standing(connection, submissions.c.id == id)), None)


def of_assignment(
    connection: Connection, course_id: str, assignment: str, student_key: str | None = None
) -> list[Standing]:
    """Return what a course, or one student of it, has handed in for an assignment, the newest first."""
    wanted = (submissions.c.course_id == course_id) & (submissions.c.assignment == assignment)
    if student_key is not None:
        wanted &= submissions.c.student_key == student_key
    return _standing(connection, wanted)


def counting(standings: list[Standing]) -> dict[str, Standing]:
    """Return by student the submission that counts: the last graded one by its number, or the last if none is."""
    counts: dict[str, Standing] = {}
    for one in standings:
        best = counts.get(one.submission.student_key)
        if best is None or _weight(one) > _weight(best):
            counts[one.submission.student_key] = one
    return counts


def _weight(one: Standing) -> tuple[bool, int]:
    return one.report is not None and one.report.status == "graded", one.submission.number


def _standing(connection: Connection, wanted: ColumnElement[bool]) -> list[Standing]:
    order = (attempts.c.queued_at, attempts.c.id.desc())  # of several, the last is the newest
    tried = select(attempts).join(submissions).where(wanted).order_by(*order)
    newest = {attempt.submission_id: attempt for attempt in (Attempt(*row) for row in connection.execute(tried))}
    told = (
        select(attempts.c.submission_id, reports)
        .join_from(reports, attempts)
        .join(submissions)
        .where(wanted)
        .order_by(*STANDS_LAST)
    )
    written = {id: ReportRow(*row) for id, *row in connection.execute(told)}  # noqa: A001
    rows = connection.execute(
        select(submissions).where(wanted).order_by(submissions.c.received_at.desc(), submissions.c.number.desc())
    )
    return [Standing(one, newest[one.id], written.get(one.id)) for one in (Submission(*row) for row in rows)]
