"""An assignment as its instructor sees it: everybody in a table, the class at a glance, who to look at, grade again."""

from typing import Final, NamedTuple
from urllib.parse import quote

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

from grader.batch.cohort import cohort as tallied
from grader.batch.glance import glance, marks
from grader.batch.result import Row
from grader.lms.exporting import FORMS, TEMPLATES
from grader.render.page import ours, policy
from grader.service import access, disclosure
from grader.service.again import grade_again
from grader.service.database import reading
from grader.service.pages.cohort import Cohort, cohort
from grader.service.pages.labs import counted, lab
from grader.service.pages.route import pages
from grader.service.pages.showing import PRIVATE, show
from grader.service.pages.visitor import Sent, SignedIn, TheService, Visitor
from grader.service.refused import RefusedError
from grader.service.service import Service
from grader.service.store import courses, deliveries, standing
from grader.service.store.courses import Course
from grader.service.store.deliveries import Unsent
from grader.service.store.standing import Standing

router = pages()

_GLANCE_POLICY: Final = policy(ours("report.css", "glance.css"), ours("glance.js")) + "; frame-ancestors 'none'"


class Line(NamedTuple):
    """A student in the table: what counts, its row, what it counts, by how much it is late, and what waits."""

    one: Standing
    row: Row
    counts: float | None
    late_seconds: int
    marks: list[str]
    waits: bool


class Taught(NamedTuple):
    """A course and an assignment that a visitor may look at as a whole; `query` names the course in addresses."""

    course: Course
    title: str
    actor: str
    query: str


@router.get("/teach/{assignment}")
def table(
    assignment: str, service: TheService, who: SignedIn, course: str = "", begun: int = 0, asked: int = 0
) -> Response:
    """Show everybody; `begun` of `asked` were just given to be graded again."""
    taught = taught_by(service, who, assignment, course)
    everyone, counting = _class(service, taught, assignment)
    rows = cohort(service, counting, counts=False).rows
    waiting = {one.submission.student_key for one in everyone if one.attempt.state in ("queued", "running")}
    lines = [_line(service, row, counting[row.key], waits=row.key in waiting) for row in rows]
    return show(
        "teach.html", who, id=assignment, taught=taught, lines=lines, begun=begun, asked=asked, waiting=len(waiting),
        flagged=[line for line in lines if line.marks], names={row.key: row.name or row.key for row in rows},
        parked=[one for one in everyone if one.attempt.state == "parked"], dead=_dead(service, taught, assignment),
        ungraded=[line for line in lines if line.row.score is None],
        forms=sorted(FORMS), templates=sorted(TEMPLATES),
    )  # fmt: skip


def _line(service: Service, row: Row, one: Standing, *, waits: bool) -> Line:
    counts = None if row.score is None else counted(service, one)
    return Line(one, row, counts, service.late_seconds(one.submission), marks(row), waits)


@router.get("/teach/{assignment}/glance")
def at_a_glance(
    assignment: str, service: TheService, who: SignedIn, course: str = "", anonymous: bool = False
) -> Response:
    """Show the class at a glance, with nobody's name where the class is to see it."""
    taught = taught_by(service, who, assignment, course)
    _, counting = _class(service, taught, assignment)
    known = cohort(service, {key: one for key, one in counting.items() if one.report}, counts=False)
    page = glance(known.rows, tallied(report for _, report in known.reports()), title=taught.title, anonymous=anonymous)
    return HTMLResponse(page, headers={"Content-Security-Policy": _GLANCE_POLICY, **PRIVATE})


@router.get("/teach/{assignment}/feedback/{key:path}.html")
def feedback(assignment: str, key: str, service: TheService, who: SignedIn, course: str = "") -> Response:
    """Lead from the class at a glance to a student's page."""
    return RedirectResponse(f"/s/{_of_student(service, who, assignment, course, key).submission.id}/report", 303)


@router.get("/teach/{assignment}/reports/{key:path}.json")
def report(assignment: str, key: str, service: TheService, who: SignedIn, course: str = "") -> Response:
    """Return a student's report as JSON."""
    one = _of_student(service, who, assignment, course, key)
    if one.report is None or who.token is None:
        raise RefusedError(404, "not_graded", "There is no report yet.")
    content = disclosure.content(service, who.token, one.submission, one.report, "json")
    return Response(content, media_type="application/json", headers=PRIVATE)


@router.post("/teach/{assignment}/regrade")
def regrade(assignment: str, service: TheService, who: SignedIn, sent: Sent, course: str = "") -> Response:
    """Grade again what was ticked, or with `all` what counts of everybody."""
    taught = taught_by(service, who, assignment, course)
    everyone, counting = _class(service, taught, assignment)
    ticked = set(sent.texts.get("id", []))
    known = [one.submission.id for one in everyone if one.submission.id in ticked]
    if sent.text("which") == "all":
        known = [one.submission.id for one in counting.values()]
    again = grade_again(service, taught.actor, known)
    told = f"begun={len(again.begun)}&asked={len(known)}"
    return RedirectResponse(f"/teach/{assignment}{taught.query or '?'}&{told}", 303)


def taught_by(service: Service, who: Visitor, assignment: str, course: str) -> Taught:
    """Return the course and the assignment; raise `RefusedError` for whoever does not teach it.

    An instructor's course is that of the token; an operator names one.
    """
    assert who.token is not None
    wanted = course or who.token.course_id or ""
    with reading(service.database) as connection:
        found = courses.by_id(connection, wanted.replace("\0", ""))
    if not access.teaches(who.token, wanted):
        raise RefusedError(403, "forbidden", "Only an instructor of the course sees a whole class.")
    if found is None:
        raise RefusedError(404, "unknown_course", "There is no such course.")
    title = lab(service, assignment).manifest.title
    return Taught(found, title, who.token.id, f"?course={quote(found.id, safe='')}" if course else "")


def exported(service: Service, taught: Taught, assignment: str) -> Cohort:
    """Return a class with the scores that count."""
    return cohort(service, _class(service, taught, assignment)[1], counts=True)


def _class(service: Service, taught: Taught, assignment: str) -> tuple[list[Standing], dict[str, Standing]]:
    with reading(service.database) as connection:
        everyone = standing.of_assignment(connection, taught.course.id, assignment)
    return everyone, standing.counting(everyone)


def _dead(service: Service, taught: Taught, assignment: str) -> list[Unsent]:
    """Return the messages about this class that were given up."""
    with reading(service.database) as connection:
        return deliveries.unsent(connection, dead=True, course_id=taught.course.id, assignment=assignment, most=None)


def _of_student(service: Service, who: Visitor, assignment: str, course: str, key: str) -> Standing:
    taught = taught_by(service, who, assignment, course)
    one = _class(service, taught, assignment)[1].get(key)
    if one is None:
        raise RefusedError(404, "not_found", "There is no such submission.")
    return one
