"""Handing in: the form, what it sends, and what was handed in before."""

import hashlib
import secrets
from dataclasses import replace

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from grader.service import access, idempotency
from grader.service.accepting import KINDS, Upload, accept
from grader.service.database import reading
from grader.service.pages.labs import lab
from grader.service.pages.route import pages
from grader.service.pages.showing import show
from grader.service.pages.visitor import Form, Sent, SignedIn, TheService, Visitor
from grader.service.refused import RefusedError
from grader.service.service import Service
from grader.service.store import standing, submissions
from grader.service.store.submissions import Submission
from grader.service.store.tokens import Token

router = pages()


@router.get("/a/{assignment}")
def upload_form(assignment: str, service: TheService, who: SignedIn) -> Response:
    """Show the form to hand in with."""
    return _form(service, who, assignment)


@router.post("/a/{assignment}")
def hand_in(assignment: str, request: Request, service: TheService, who: SignedIn, sent: Sent) -> Response:
    """Take a submission and lead to where it stands; what is wrong with it is told beside the form."""
    token = _insist_on_handing_in(who)
    assert token.course_id is not None
    try:
        request.app.state.rates.take(token.id)
        taken = _taken(service, token.course_id, _upload(assignment, token, sent), sent.text("once"))
    except RefusedError as error:
        if error.status == 404:
            raise
        answer = _form(service, who, assignment, error.status, str(error), sent.text("student"))
        answer.headers.update(error.headers or {})
        return answer
    return RedirectResponse(f"/s/{taken.id}", 303)


def _upload(assignment: str, token: Token, sent: Form) -> Upload:
    student = sent.text("student").strip() if token.student_key is None else token.student_key
    if not access.submits(token, student):
        raise RefusedError(403, "forbidden", "This token may not hand in for that student.")
    if not sent.file_name:
        raise RefusedError(422, "no_file", "Choose a file first.")
    return Upload(
        name=sent.file_name, data=sent.file, assignment=assignment, student_key=student,
        student_name=token.name if token.role == "student" else "",
    )  # fmt: skip


def _taken(service: Service, course_id: str, upload: Upload, once: str) -> Submission:
    """Take what a form sent; the same form and file again are the same, but if something else came in between."""
    sent = (upload.assignment, once, hashlib.sha256(upload.data).hexdigest())
    first = accept(service, course_id, replace(upload, idempotency_key=idempotency.of_form(upload.student_key, *sent)))
    if first.new:
        return first.submission
    with reading(service.database) as connection:
        mine = submissions.listed(connection, course_id, upload.assignment, first.submission.student_key)
    newest = max(mine, key=lambda one: one.number, default=first.submission)
    if newest.source_sha256 == first.submission.source_sha256:
        return newest
    again = idempotency.of_form(upload.student_key, *sent, newest.id)
    return accept(service, course_id, replace(upload, idempotency_key=again)).submission


def _form(
    service: Service, who: Visitor, assignment: str, status: int = 200, problem: str = "", student: str = ""
) -> Response:
    token = _insist_on_handing_in(who)
    assert token.course_id is not None
    found = lab(service, assignment)
    mine: list[standing.Standing] = []
    if token.student_key is not None:
        with reading(service.database) as connection:
            mine = standing.of_assignment(connection, token.course_id, assignment, token.student_key)
    return show(
        "upload.html", who, status, id=assignment, manifest=found.manifest, most=found.max_score, mine=mine,
        rules=found.manifest.hand_in, problem=problem, once=secrets.token_urlsafe(16), kinds=",".join(KINDS),
        student=student, megabytes=service.config.max_upload_mb, late_seconds=service.late_seconds,
    )  # fmt: skip


def _insist_on_handing_in(who: Visitor) -> Token:
    assert who.token is not None
    if who.token.role not in ("student", "instructor"):
        raise RefusedError(403, "forbidden", "Only a student or an instructor of a course can hand in.")
    return who.token
