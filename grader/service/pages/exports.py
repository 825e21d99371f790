"""The grades of a class as a file for a platform, and what is not in it and why."""

import base64
from datetime import UTC
from typing import Final
from urllib.parse import quote

from fastapi import Response

from grader.errors import UsageError
from grader.lms.exporting import FORMS, TO_STUDENTS, Wish, export, told
from grader.lms.gradebooks.line import Made
from grader.service.columns import now
from grader.service.pages.instructor import exported, taught_by
from grader.service.pages.labs import lab
from grader.service.pages.route import pages
from grader.service.pages.showing import PRIVATE, show
from grader.service.pages.visitor import Sent, SignedIn, TheService, Visitor
from grader.service.refused import RefusedError
from grader.service.service import Service

router = pages()

_TYPES: Final = {"junit": ("xml", "application/xml"), "feedback": ("zip", "application/zip")}
_CSV: Final = ("csv", "text/csv")


@router.get("/teach/{assignment}/export/{format}")
def download(
    assignment: str, format: str, service: TheService, who: SignedIn,  # noqa: A002
    course: str = "", column: str = "", points: str = "",
) -> Response:  # fmt: skip
    """Return the file itself."""
    made = _made(service, who, assignment, course, format, _wish(b"", column, points))
    kind = _kind(format)
    disposition = f'attachment; filename="{quote(_name(assignment, format), safe="")}"'
    return Response(made.data, media_type=kind[1], headers={"Content-Disposition": disposition, **PRIVATE})


@router.post("/teach/{assignment}/export")
def fill_in(assignment: str, service: TheService, who: SignedIn, sent: Sent, course: str = "") -> Response:
    """Make the file, filled into a template if one was sent; tell what is not in it, and offer it.

    The file is in the page, not kept here: nothing of a class lies about.
    """
    form = sent.text("format")
    wish = _wish(sent.file if sent.file_name else b"", sent.text("column").strip(), sent.text("points").strip())
    made = _made(service, who, assignment, course, form, wish)
    taught = taught_by(service, who, assignment, course)
    first, *others = told(made)
    return show(
        "export.html", who, id=assignment, taught=taught, summary=first, told=[line.strip() for line in others],
        name=_name(assignment, form), kind=_kind(form)[1], data=base64.b64encode(made.data).decode(),
    )  # fmt: skip


def _made(service: Service, who: Visitor, assignment: str, course: str, form: str, wish: Wish) -> Made:
    taught = taught_by(service, who, assignment, course)
    if form not in FORMS:
        raise RefusedError(404, "unknown_format", f"There is no such format; there are {', '.join(sorted(FORMS))}.")
    try:
        made = export(form, exported(service, taught, assignment), wish)
    except UsageError as error:
        raise RefusedError(422, "invalid", str(error).replace("--", "")) from error  # here options are fields
    if form in TO_STUDENTS and (withheld := _withheld(service, assignment)):
        made = made._replace(remarks=(*made.remarks, withheld))
    if not made.written:
        why = next(iter(made.left_out.values()), "")
        raise RefusedError(409, "nothing_to_export", f"Nobody would be in this file. The first reason: {why}.")
    return made


def _withheld(service: Service, assignment: str) -> str:
    """Return a sentence on the checks that files for students leave out now, "" if there are none."""
    manifest = lab(service, assignment).manifest
    count = sum(item.visibility == "after_due" for item in manifest.check)
    due = manifest.hand_in.due
    if not count or (due is not None and now() > due):
        return ""
    until = f"until {due.astimezone(UTC):%-d %b %Y, %H:%M} UTC" if due else "as the assignment has no due date"
    checks = f"{count} check{'s' if count > 1 else ''}"
    return f"Of {checks} only the result is in what students get, {until}: what a student may not see yet is left out."


def _wish(template: bytes, column: str, points: str) -> Wish:
    try:
        worth = float(points) if points else None
    except ValueError:
        worth = float("nan")  # no number, which is refused like one that is out of range
    return Wish(template=template or None, column=column or None, points=worth)


def _kind(form: str) -> tuple[str, str]:
    return _TYPES.get(form.rpartition("-")[2], _CSV)


def _name(assignment: str, form: str) -> str:
    return f"{assignment}-{form}.{_kind(form)[0]}"
