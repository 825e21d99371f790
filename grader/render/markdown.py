"""A report as Markdown, for a comment or an issue. Students' text is escaped: it shows, it does not act."""

from collections.abc import Iterator

from grader.render.escape import fenced, markdown
from grader.render.repeats import repeats
from grader.render.words import observations, points, score
from grader.report import Check, Report, Status


def render_markdown(report: Report) -> str:
    """Return the report as Markdown."""
    told = repeats(report.checks)
    blocks = [f"# {markdown(report.submission.name)}: {score(report)}", markdown(report.message)]
    blocks += _table(report)
    for check in report.checks:
        if check.status is not Status.PASSED:
            blocks += _section(check, told.get(check.id))
    blocks.append("\n".join(f"- {markdown(notice.message)}" for notice in report.notices))
    for name, text in (("stdout", report.output.stdout), ("stderr", report.output.stderr)):
        if text.strip():
            blocks += [f"Printed to {name}:", fenced(text)]
    info = report.assignment
    about = f"{info.id} {info.version}, seed {report.seed}, sandbox {report.sandbox.level}"
    blocks.append(markdown(about))
    return "\n\n".join(filter(None, blocks)) + "\n"


def _table(report: Report) -> Iterator[str]:
    if report.checks:
        rows = [
            f"| {c.status.value} | {markdown(c.title)} | {points(c.points)}/{points(c.max_points)} |"
            for c in report.checks
        ]
        yield "\n".join(["| | check | points |", "|---|---|---|", *rows])


def _section(check: Check, repeated: Check | None) -> Iterator[str]:
    yield f"## {markdown(check.title)}"
    if repeated is not None:
        yield f"The same error as in “{markdown(repeated.title)}”."
        return
    yield markdown(check.message)
    yield "\n".join(f"- {markdown(line)}" for line in observations(check))
    if check.hint:
        yield f"*{markdown(check.hint)}*"
