"""What becomes of an attempt, written in one transaction: all of it or nothing, and only under the lease."""

from sqlalchemy import Connection

from grader.service.columns import later
from grader.service.hooks.planning import targets
from grader.service.store import attempts, deliveries, reports
from grader.service.store.attempts import Attempt
from grader.service.store.reports import ReportRow
from grader.service.store.submissions import Submission
from grader.service.words import Outcome


def record(connection: Connection, attempt: Attempt, submission: Submission, outcome: Outcome) -> bool:
    """Write an outcome and what is to be told of it; False, and nothing is written, if the lease is another's."""
    if not attempts.finish(connection, attempt, "done"):
        return False
    reports.add(
        connection,
        ReportRow(
            attempt_id=attempt.id, status=outcome.status, score=outcome.score, max_score=outcome.max_score,
            json_sha256=outcome.json_sha256, html_sha256=outcome.html_sha256, bug_ids=list(outcome.bug_ids),
            written_at=later(reports.last_of_student(connection, submission)),  # platforms keep the latest score
        ),
    )  # fmt: skip
    for kind, target in targets(submission, outcome.status):
        deliveries.add(connection, attempt.id, kind, target)
    return True
