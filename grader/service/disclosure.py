"""A stored report in the form and with the details that are for who asks."""

import structlog

from grader.render.formats import Format, render
from grader.report import Report
from grader.service import access
from grader.service.refused import RefusedError
from grader.service.service import Service
from grader.service.store.reports import ReportRow
from grader.service.store.submissions import Submission
from grader.service.store.tokens import Token

_log = structlog.get_logger()


def content(service: Service, token: Token, submission: Submission, row: ReportRow, form: Format) -> bytes:
    """Return a report as it was kept, or made anew where the form is another or something is not for these eyes yet.

    Raises `RefusedError` (503) if it cannot be read.
    """
    kept = {"json": row.json_sha256, "html": row.html_sha256}
    try:
        if form in kept and access.sees_all(token):
            return service.files.get(kept[form])
        whole = Report.model_validate_json(service.files.get(row.json_sha256))
        shown = _shown(service, token, submission, whole)
        if shown == whole and form in kept:
            return service.files.get(kept[form])
    except OSError as error:
        _log.error("a report cannot be read", submission=submission.id, why=type(error).__name__)
        raise RefusedError(
            503, "unreadable", "The report cannot be read, and that is our fault. An instructor can have it made again."
        ) from error
    return render(shown, form).encode()


def bugs(service: Service, token: Token, submission: Submission, row: ReportRow) -> list[str]:
    """Return the bugs that are named to who asks; none to a student whose report cannot be read."""
    if access.sees_all(token):
        return row.bug_ids
    try:
        whole = Report.model_validate_json(service.files.get(row.json_sha256))
    except OSError:
        return []
    return [found.bug for found in _shown(service, token, submission, whole).diagnoses if found.bug]


def _shown(service: Service, token: Token, submission: Submission, whole: Report) -> Report:
    return whole if access.sees_all(token) else service.seen_by_student(submission, whole)
