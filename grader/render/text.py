"""A report for the terminal: the score, the bugs by name, the checks, and for each not passed where to look."""

import io
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.render.diagnosis import told
from grader.render.escape import plain
from grader.render.explained import explained, unexplained
from grader.render.lines import apart, hanging
from grader.render.repeats import repeats
from grader.render.words import observations, points, score
from grader.report import Check, Diagnosis, Report, Status

_MARKS = {
    Status.PASSED: ("✓", "green"),
    Status.PARTIAL: ("◐", "yellow"),
    Status.FAILED: ("✗", "red"),
    Status.SKIPPED: ("·", "dim"),
}
_INDENT = 2  # messages stand under their title


def render_text(report: Report, *, width: int = 80, color: bool = False) -> str:
    """Return the report in lines of at most `width` columns, with colour codes only if `color`."""
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=color, no_color=not color, color_system="standard" if color else None,
        markup=False, highlight=False, emoji=False, force_jupyter=False,
    )  # fmt: skip
    console.print(apart(Text(plain(report.submission.name), style="bold"), Text(score(report), style="bold")))
    if report.score is not None:
        console.print(_bar(report.score, report.max_score, width))
    if report.message:
        console.print(Text(plain(report.message)))
    _print_diagnoses(console, report.diagnoses, width)
    _print_checks(console, report)
    for notice in report.notices:
        console.print(hanging(Text("note", style="cyan"), Text(plain(notice.message))))
    for name, text in (("stdout", report.output.stdout), ("stderr", report.output.stderr)):
        if lines := len(plain(text).splitlines()):
            told_lines = f"{lines} line" + ("s" if lines > 1 else "")
            console.print(Text(f"printed to {name}: {told_lines}; --format json shows them", style="dim"))
    console.print(Text(plain(_footer(report)), style="dim"))
    return "\n".join(line.rstrip() for line in out.getvalue().split("\n")).rstrip() + "\n"


def _bar(got: float, most: float, width: int) -> Text:
    filled = round(width * got / most) if most else 0
    return Text.assemble(("━" * filled, "green"), ("─" * (width - filled), "dim"))


def _print_diagnoses(console: Console, diagnoses: Sequence[Diagnosis], width: int) -> None:
    for number, found in enumerate(diagnoses):
        console.print()
        console.print(Text(plain(found.title if number == 0 else f"Also: {found.title}"), style="bold"))
        _print_under(console, told(found, width - _INDENT))
    if diagnoses:
        console.print()


def _print_checks(console: Console, report: Report) -> None:
    causes, earlier = explained(report), repeats(unexplained(report))
    above = None  # the last check whose error was told in full
    for check in report.checks:
        mark, style = _MARKS[check.status]
        worth = Text(f"{points(check.points)}/{points(check.max_points)}", style=style)
        console.print(apart(Text(plain(check.title)), worth, Text(mark, style=style)))
        if check.status is Status.PASSED:
            continue
        if check.id in causes:
            names = [plain(f"explained by: {found.title}") for found in causes[check.id]]
            _print_under(console, [Text(name, style="dim") for name in names])
        elif (same := earlier.get(check.id)) is not None:
            where = "above" if same is above else f"in “{plain(same.title)}”"
            _print_under(console, [Text(f"the same error as {where}", style="dim")])
        else:
            above = check
            _print_under(console, _seen(check, style))


def _seen(check: Check, style: str) -> Iterator[RenderableType]:
    if check.message:
        yield Text(plain(check.message))
    for seen in observations(check):
        yield hanging(Text("-", style="dim"), Text(plain(seen), style="dim"))
    if check.hint:
        yield hanging(Text("→", style=style), Text(plain(check.hint)))


def _print_under(console: Console, parts: Iterable[RenderableType]) -> None:
    for part in parts:
        console.print(Padding(part, (0, 0, 0, _INDENT)))


def _footer(report: Report) -> str:
    info, level = report.assignment, report.sandbox.level
    walls = "process: no walls, see grade doctor" if level == "process" else level
    return f"{info.id} {info.version} · seed {report.seed} · sandbox {walls} · {report.timings.total:.1f} s"
