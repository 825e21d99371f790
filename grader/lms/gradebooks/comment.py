"""What a comment box says of a report: the bugs by name, and each check that lost points, as text or as HTML."""

import html
from collections.abc import Iterator

from grader.render.escape import plain
from grader.render.explained import unexplained
from grader.render.words import points, score
from grader.report import Report, Status


def comment(report: Report) -> str:
    """Return a comment in plain text of some lines; "" for a fault of ours, which is no word to a student."""
    return "" if report.status == "grader_error" else plain("\n".join(_lines(report)))


def as_html(text: str) -> str:
    """Return text for a field that holds HTML: no character is mark-up, lines end with <br>, and it is one line."""
    return "<br>".join(html.escape(line) for line in text.split("\n"))


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.assignment.id}: {score(report)}"
    if report.message:
        yield report.message
    for found in report.diagnoses:
        yield f"{found.title}. {found.explanation} {found.hint}".strip()
    for check in unexplained(report):
        if check.status is not Status.PASSED:
            worth = f"{points(check.points)}/{points(check.max_points)}"
            yield f"{check.title} ({worth}): {check.message} {check.hint}".strip()
