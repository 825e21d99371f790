"""A report as Markdown, for a comment or an issue. Students' text is escaped: it shows, it does not act."""

from grader.render.escape import fenced, markdown
from grader.render.repeats import repeats
from grader.render.text import points
from grader.report import Report, Status


def render_markdown(report: Report) -> str:
    """Return the report as Markdown."""
    score = "not graded" if report.score is None else f"{points(report.score)} / {points(report.max_score)}"
    lines = [f"# {markdown(report.submission.name)}: {score}", ""]
    if report.message:
        lines += [markdown(report.message), ""]
    if report.checks:
        lines += ["| | check | points |", "|---|---|---|"]
        lines += [
            f"| {c.status.value} | {markdown(c.title)} | {points(c.points)}/{points(c.max_points)} |"
            for c in report.checks
        ]
        lines.append("")
    told = repeats(report.checks)
    for check in report.checks:
        if check.status is Status.PASSED:
            continue
        lines.append(f"## {markdown(check.title)}")
        lines.append("")
        lines.append(f"The same error as in `{told[check.id]}`." if check.id in told else markdown(check.message))
        if check.hint and check.id not in told:
            lines += ["", f"*{markdown(check.hint)}*"]
        lines.append("")
    lines += [f"- {markdown(notice.message)}" for notice in report.notices]
    for name, text in (("stdout", report.output.stdout), ("stderr", report.output.stderr)):
        if text:
            lines += ["", f"Printed to {name}:", "", fenced(text)]
    info = report.assignment
    lines += ["", f"{markdown(info.id)} {markdown(info.version)}, seed {report.seed}, sandbox {report.sandbox.level}"]
    return "\n".join(lines).rstrip() + "\n"
