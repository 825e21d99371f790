"""Submissions: hand in, look, fetch the report, grade again, cancel."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel

from grader.errors import AssignmentError
from grader.service import access, disclosure, idempotency
from grader.service.accepting import Upload, accept
from grader.service.again import grade_again
from grader.service.api.acting import Acting, acting
from grader.service.api.errors import Refusal
from grader.service.api.signed import is_signed, signer
from grader.service.api.uploads import OPENAPI, Body, read_body
from grader.service.database import reading, writing
from grader.service.queue.port import BATCH, STUDENT
from grader.service.refused import RefusedError
from grader.service.service import Service, service_of
from grader.service.store import attempts, audit, standing, submissions
from grader.service.store.reports import ReportRow
from grader.service.store.standing import Standing
from grader.service.store.submissions import Submission
from grader.service.store.tokens import Token

_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    code: {"model": Refusal} for code in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
router = APIRouter(prefix="/api/v1/submissions", tags=["submissions"], responses=_REFUSALS)
TheService = Annotated[Service, Depends(service_of)]

Form = Literal["json", "html", "markdown", "junit", "gradescope", "prairielearn", "autolab"]
_TYPES: Final[dict[str, str]] = {
    "html": "text/html", "markdown": "text/markdown", "junit": "application/xml",
}  # fmt: skip
#: A page of a report is a page of ours with a student's text in it: nothing in it runs, and nothing is fetched.
_SAFE: Final = {
    "Content-Security-Policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
}


class Result(BaseModel):
    """The outline of a report. `counted` is the score less what lateness costs."""

    status: str
    score: float | None
    max_score: float
    counted: float | None
    bugs: list[str]


class SubmissionState(BaseModel):
    """A submission and where its newest attempt stands; `ahead` counts what is graded before it.

    `fault` says why it was put aside, to who can do something about it: not to its student.
    """

    id: str
    attempt: str
    assignment: str
    student: str
    number: int
    state: str
    received_at: datetime
    late_seconds: int
    ahead: int | None = None
    fault: str | None = None
    result: Result | None = None
    status_url: str
    report_url: str | None = None


@router.post("", status_code=202, openapi_extra=OPENAPI)
async def submit(
    request: Request,
    response: Response,
    service: TheService,
    idempotency_key: Annotated[str | None, Header(max_length=255)] = None,
    course: Annotated[str, Query(max_length=255)] = "",
) -> SubmissionState:
    """Hand in. 202 is sent when the upload is on the disk and in the database: it will be graded.

    The same `Idempotency-Key` with the same upload gives the same submission; a student's keys are that student's
    own, and those of a course's programs the course's. In the place of a token a signature by
    a webhook's secret of the `course` is taken (Standard Webhooks, over the raw body); its `webhook-id` is the key.
    """
    if is_signed(request):
        raw = await request.body()
        token, idempotency_key = await run_in_threadpool(signer, service, course, request, raw)
    else:
        token = await run_in_threadpool(acting, request, service)
    request.app.state.rates.take(token.id)
    body = await read_body(request)
    state = await run_in_threadpool(_submit, service, token, body, idempotency_key)
    response.headers["Location"] = state.status_url
    return state


def _submit(service: Service, token: Token, body: Body, key: str | None) -> SubmissionState:
    said = body.fields
    student = said.student or token.student_key or ""
    if token.course_id is None or not access.submits(token, student):
        raise RefusedError(403, "forbidden", "This token may not hand in for that student.")
    if token.role == "student" and (said.callback_url or said.ids or said.priority != "student"):
        raise RefusedError(403, "forbidden", "A student's token sets neither callback_url nor ids nor priority.")
    upload = Upload(
        name=body.name, data=body.data, assignment=said.assignment, student_key=student,
        student_name=token.name if token.role == "student" else said.student_name,
        idempotency_key=idempotency.of_request(token, key), callback_url=said.callback_url, ids=said.ids,
        priority=BATCH if said.priority == "batch" else STUDENT,
    )  # fmt: skip
    accepted = accept(service, token.course_id, upload)
    return _state(service, token, accepted.submission.id)


@router.get("/{id}")
def look(id: str, service: TheService, token: Acting) -> SubmissionState:  # noqa: A002
    """Return where a submission stands."""
    return _state(service, token, _seen(service, token, id).id)


@router.get("/{id}/report", responses={200: {"content": {kind: {} for kind in sorted({*_TYPES.values()})}}})
def report(id: str, service: TheService, token: Acting, format: Form = "json") -> Response:  # noqa: A002
    """Return the newest report in one of its forms; 404 with code `not_graded` while there is none.

    To a student, checks that are `after_due` tell their result only until then.
    """
    submission = _seen(service, token, id)
    row = _standing(service, submission.id)[0].report
    if row is None:
        raise RefusedError(404, "not_graded", "There is no report yet.")
    content = disclosure.content(service, token, submission, row, format)
    return Response(content, media_type=_TYPES.get(format, "application/json"), headers=_SAFE)


@router.post("/{id}/regrade", status_code=202)
def regrade(id: str, service: TheService, token: Acting) -> SubmissionState:  # noqa: A002
    """Grade again, by today's rubric and with the same seed."""
    submission = _seen(service, token, id)
    _insist_on_teaching(token, submission)
    if grade_again(service, token.id, [submission.id]).busy:
        raise RefusedError(409, "being_graded", "It is being graded now; wait for the end or cancel it.")
    return _state(service, token, submission.id)


@router.post("/{id}/cancel")
def cancel(id: str, service: TheService, token: Acting) -> SubmissionState:  # noqa: A002
    """End what waits or is being graded; 409 if there is nothing to end."""
    submission = _seen(service, token, id)
    _insist_on_teaching(token, submission)
    with writing(service.database) as connection:
        newest = attempts.of_submission(connection, submission.id)[0]
        if not attempts.cancel(connection, newest.id):
            raise RefusedError(409, "not_being_graded", f"There is nothing to cancel: it is {newest.state}.")
        audit.record(connection, token.id, "cancel", submission.id)
    service.jobs.cancel(newest.job)
    return _state(service, token, submission.id)


def _seen(service: Service, token: Token, id: str) -> Submission:  # noqa: A002
    """Return a submission that is for these eyes; what is not is as if it were not there."""
    with reading(service.database) as connection:
        submission = submissions.by_id(connection, id.replace("\0", ""))
    if submission is None or not access.sees(token, submission):
        raise _not_there()
    return submission


def _not_there() -> RefusedError:
    return RefusedError(404, "not_found", "There is no such submission.")


def _insist_on_teaching(token: Token, submission: Submission) -> None:
    if not access.teaches(token, submission.course_id):
        raise RefusedError(403, "forbidden", "Only an instructor of the course may do that.")


def _standing(service: Service, id: str) -> tuple[Standing, int | None]:  # noqa: A002
    """Return where a submission stands, and if it waits how many go before it."""
    with reading(service.database) as connection:
        found = standing.of_submission(connection, id)
        if found is None:  # it was there a moment ago: what is too old goes
            raise _not_there()
        ahead = attempts.ahead_of(connection, found.attempt) if found.attempt.state == "queued" else None
    return found, ahead


def _state(service: Service, token: Token, id: str) -> SubmissionState:  # noqa: A002
    found, ahead = _standing(service, id)
    submission, newest, row = found.submission, found.attempt, found.report
    address = f"{service.config.public_url.rstrip('/')}/api/v1/submissions/{submission.id}"
    return SubmissionState(
        id=submission.id, attempt=newest.id, assignment=submission.assignment, student=submission.student_key,
        number=submission.number, state=newest.state, received_at=submission.received_at,
        late_seconds=service.late_seconds(submission), ahead=ahead,
        fault=newest.fault if newest.state == "parked" and access.sees_all(token) else None,
        result=_result(service, token, submission, row) if row else None, status_url=address,
        report_url=f"{address}/report" if row else None,
    )  # fmt: skip


def _result(service: Service, token: Token, submission: Submission, row: ReportRow) -> Result:
    try:
        counted = service.counted(submission, row.score)
    except AssignmentError:
        counted = row.score
    bugs = disclosure.bugs(service, token, submission, row)
    return Result(status=row.status, score=row.score, max_score=row.max_score, counted=counted, bugs=bugs)
