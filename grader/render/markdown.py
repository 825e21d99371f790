"""A report as Markdown, for a comment or an issue. Students' text is escaped: it shows, it does not act."""

from collections.abc import Iterator, Mapping, Sequence

from grader.render.diagnosis import numbers
from grader.render.escape import fenced, markdown
from grader.render.explained import explained, unexplained
from grader.render.repeats import repeats
from grader.render.words import NO_BUG, REPAIRS, alternatives, called, decides, observations, points, score
from grader.report import Check, Diagnosis, Example, Place, Report, Status

_WIDTH = 76  # columns of a block of code that most readers show without scrolling


def render_markdown(report: Report) -> str:
    """Return the report as Markdown."""
    causes, told = explained(report), repeats(unexplained(report))
    blocks = [f"# {markdown(report.submission.name)}: {score(report)}", markdown(report.message)]
    for found in report.diagnoses:
        blocks += _diagnosis(found)
    blocks += _table(report.checks, causes)
    for check in unexplained(report):
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


def _table(checks: Sequence[Check], causes: Mapping[str, Sequence[Diagnosis]]) -> Iterator[str]:
    if checks:
        rows = [
            f"| {check.status.value} | {markdown(_titled(check, causes.get(check.id, [])))} "
            f"| {points(check.points)}/{points(check.max_points)} |"
            for check in checks
        ]
        yield "\n".join(["| | check | points |", "|---|---|---|", *rows])


def _titled(check: Check, causes: Sequence[Diagnosis]) -> str:
    names = " and ".join(f"“{found.title}”" for found in causes)
    return f"{check.title} (explained by {names})" if names else check.title


def _diagnosis(found: Diagnosis) -> Iterator[str]:
    yield f"## {markdown(found.title)}"
    if found.bug is None:
        yield NO_BUG
    yield from (markdown(line) for line in alternatives(found))
    yield markdown(found.explanation)
    if found.place is not None:
        yield from _place(found.place)
    if found.example is not None:
        yield from _example(found.function, found.example)
    if found.hint:
        yield f"*{markdown(found.hint)}*"
    if found.lesson:
        yield markdown(f"Read again: {found.lesson}")


def _place(place: Place) -> Iterator[str]:
    yield markdown(f"{decides(place)}:")
    yield fenced(place.code.strip())
    if place.change:
        yield f"{REPAIRS}:"
        yield fenced(place.change.strip())


def _example(function: str, example: Example) -> Iterator[str]:
    yield markdown(f"A smallest example: {called(function, example)}")
    yield fenced("\n".join(line.plain for line in numbers(example, _WIDTH)))
    if example.message:
        yield markdown(example.message)


def _section(check: Check, repeated: Check | None) -> Iterator[str]:
    yield f"## {markdown(check.title)}"
    if repeated is not None:
        yield f"The same error as in “{markdown(repeated.title)}”."
        return
    yield markdown(check.message)
    yield "\n".join(f"- {markdown(line)}" for line in observations(check))
    if check.hint:
        yield f"*{markdown(check.hint)}*"
