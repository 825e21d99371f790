"""Sends `submission.graded` to the address that came with an upload."""

import http.client
import operator
from collections.abc import Callable
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, Engine

from grader.service.columns import now
from grader.service.database import reading
from grader.service.hooks.addresses import AllowList
from grader.service.hooks.callback import Counted, Graded, Late, body
from grader.service.hooks.destination import AddressRefusedError
from grader.service.hooks.exchange import ask
from grader.service.hooks.outcome import Done, Later, Never, Outcome
from grader.service.hooks.signing import sign
from grader.service.store import attempts, reports, submissions, tokens
from grader.service.store.deliveries import Delivery

SECONDS: Final = 30.0  # that a receiver has to answer
_GONE: Final = 410


class Caller:
    """The sender of the kind `callback`; a delivery's target is the address."""

    def __init__(
        self,
        database: Engine,
        allowed: AllowList,
        public_url: str,
        counted: Counted,
        *,
        late_seconds: Late = operator.attrgetter("late_seconds"),
        seconds: float = SECONDS,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._database, self._allowed, self._public_url = database, allowed, public_url.rstrip("/")
        self._counted, self._late, self._seconds, self._clock = counted, late_seconds, seconds, clock

    def send(self, delivery: Delivery, *, dry_run: bool) -> Outcome:
        """See `Sender.send`. Only an answer of 200 to 299 counts as delivered, as Standard Webhooks has it."""
        with reading(self._database) as connection:
            graded = self._graded(connection, delivery.attempt_id)
            keys = _keys(connection, graded.course) if graded else []
        if graded is None:
            return Never("There is no report to tell of.")
        if not keys:
            return Later("No token of this course has a secret to sign with.")
        message = body(graded)
        try:
            to = self._allowed.find(delivery.target)
            if dry_run:
                return Done(f"would post {len(message)} bytes to {to.origin}")
            headers = {
                "Content-Type": "application/json",
                "User-Agent": "grader-webhook",
                "Idempotency-Key": delivery.id,
                **sign(message, delivery.id, keys, self._clock()),
            }
            answer = ask("POST", to, body=message.encode(), headers=headers, seconds=self._seconds)
        except AddressRefusedError as error:
            return Never(str(error))
        except (OSError, http.client.HTTPException) as error:
            return Later(f"The receiver did not answer ({type(error).__name__}).")
        if 200 <= answer.status < 300:
            return Done()
        if answer.status == _GONE:
            return Never("The receiver answered 410: it wants no more of these.")
        return Later(f"The receiver answered {answer.status}.", answer.retry_after)

    def _graded(self, connection: Connection, attempt_id: str) -> Graded | None:
        attempt = attempts.by_id(connection, attempt_id)
        submission = submissions.by_id(connection, attempt.submission_id) if attempt else None
        report = reports.of_attempt(connection, attempt_id)
        if attempt is None or submission is None or report is None:
            return None
        return Graded(
            submission=submission.id,
            attempt=attempt.id,
            kind=attempt.kind,
            course=submission.course_id,
            assignment=submission.assignment,
            student_key=submission.student_key,
            number=submission.number,
            late_seconds=self._late(submission),
            status=report.status,
            score=report.score,
            counted=self._counted(submission, report.score),
            max_score=report.max_score,
            bugs=tuple(report.bug_ids),
            report_sha256=report.json_sha256,
            report_url=f"{self._public_url}/api/v1/submissions/{submission.id}/report",
            graded_at=report.written_at,
        )


def _keys(connection: Connection, course_id: str) -> list[str]:
    """The secrets of a course that are in use: while one replaces another there are two, and a message bears both."""
    at = now()
    return [token.secret for token in tokens.of_course(connection, course_id) if token.secret and token.good(at)]
