"""One submission: where it stands while it is graded, and then its report."""

from typing import Any, Final
from urllib.parse import quote

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from grader.service import access, disclosure
from grader.service.again import grade_again
from grader.service.database import reading, writing
from grader.service.pages.labs import counted
from grader.service.pages.route import pages
from grader.service.pages.showing import POLICY, PRIVATE, fill, show
from grader.service.pages.visitor import Sent, SignedIn, TheService, Visitor
from grader.service.refused import RefusedError
from grader.service.service import Service
from grader.service.store import attempts, audit, standing
from grader.service.store.standing import Standing

router = pages()

#: For a stored report: its own policy, which is in it, allows its style by digest; this one has no script at all.
_REPORT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@router.get("/s/{id}")
def submission(id: str, service: TheService, who: SignedIn) -> Response:  # noqa: A002
    """Show the report, or while there is none how it stands."""
    one = _seen(service, who, id)
    if one.settled:
        return _report(service, who, one)
    return show("status.html", who, **_told(service, who, one))


@router.get("/s/{id}/status")
def status(id: str, service: TheService, who: SignedIn, seen: str = "") -> Response:  # noqa: A002
    """Return the part of the page that changes; nothing if it is as it was seen, a new page if it is graded."""
    one = _seen(service, who, id)
    if one.attempt.state not in ("queued", "running"):
        return Response(status_code=204, headers={"HX-Refresh": "true", **PRIVATE})
    told = _told(service, who, one)
    if seen == told["mark"]:
        return Response(status_code=204, headers=PRIVATE)
    return HTMLResponse(fill("live.html", **told), headers={"Content-Security-Policy": POLICY, **PRIVATE})


@router.get("/s/{id}/report")
def report(id: str, service: TheService, who: SignedIn) -> Response:  # noqa: A002
    """Show the newest report that there is, of an earlier attempt too."""
    return _report(service, who, _seen(service, who, id))


@router.get("/s/{id}/source")
def source(id: str, service: TheService, who: SignedIn) -> Response:  # noqa: A002
    """Return what was handed in, as a file to keep and never one to show."""
    one = _seen(service, who, id).submission
    name = quote(one.name.replace("\\", "/").rpartition("/")[2] or "submission", safe="", errors="replace")
    disposition = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    data = service.files.get(one.source_sha256)
    return Response(data, media_type="application/octet-stream", headers={**disposition, **PRIVATE})


@router.post("/s/{id}/regrade")
def regrade(id: str, service: TheService, who: SignedIn, sent: Sent) -> Response:  # noqa: A002
    """Grade it again."""
    actor = _insist_on_teaching(who, one := _seen(service, who, id))
    grade_again(service, actor, [one.submission.id])
    return RedirectResponse(f"/s/{one.submission.id}", 303)


@router.post("/s/{id}/cancel")
def cancel(id: str, service: TheService, who: SignedIn, sent: Sent) -> Response:  # noqa: A002
    """End what waits or is being graded."""
    actor = _insist_on_teaching(who, one := _seen(service, who, id))
    with writing(service.database) as connection:
        ended = attempts.cancel(connection, one.attempt.id)
        if ended:
            audit.record(connection, actor, "cancel", one.submission.id)
    if ended:
        service.jobs.cancel(one.attempt.job)
    return RedirectResponse(f"/s/{one.submission.id}", 303)


def _seen(service: Service, who: Visitor, id: str) -> Standing:  # noqa: A002
    """Return a submission that is for these eyes; what is not is as if it were not there."""
    with reading(service.database) as connection:
        one = standing.of_submission(connection, id.replace("\0", ""))
    if one is None or who.token is None or not access.sees(who.token, one.submission):
        raise RefusedError(404, "not_found", "There is no such submission.")
    return one


def _insist_on_teaching(who: Visitor, one: Standing) -> str:
    if who.token is None or not access.teaches(who.token, one.submission.course_id):
        raise RefusedError(403, "forbidden", "Only an instructor of the course may do that.")
    return who.token.id


def _told(service: Service, who: Visitor, one: Standing) -> dict[str, Any]:
    ahead = 0
    if one.attempt.state == "queued":
        with reading(service.database) as connection:
            ahead = attempts.ahead_of(connection, one.attempt)
    return {
        "one": one, "ahead": ahead, "mark": f"{one.attempt.state}.{ahead}.{one.attempt.tries}",
        **_around(service, who, one),
    }  # fmt: skip


def _report(service: Service, who: Visitor, one: Standing) -> Response:
    """Return the report's page with a line above it: how to go on, and what lateness costs."""
    if one.report is None:
        raise RefusedError(404, "not_graded", "There is no report yet.")
    assert who.token is not None
    page = disclosure.content(service, who.token, one.submission, one.report, "html").decode()
    bar = fill("bar.html", one=one, counts=counted(service, one), **_around(service, who, one))
    before, body, after = page.partition("<body>")
    return HTMLResponse(f"{before}{body}{bar}{after}", headers={"Content-Security-Policy": _REPORT_POLICY, **PRIVATE})


def _around(service: Service, who: Visitor, one: Standing) -> dict[str, Any]:
    assert who.token is not None
    teaches = access.teaches(who.token, one.submission.course_id)
    course = f"?course={quote(one.submission.course_id, safe='')}" if who.token.role == "operator" else ""
    return {
        "teaches": teaches, "class_page": f"/teach/{one.submission.assignment}{course}",
        "late_seconds": service.late_seconds(one.submission),
    }  # fmt: skip
