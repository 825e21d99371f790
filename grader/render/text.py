"""A report for the terminal: the score, the checks, and for each one not passed what came and where to look."""

import io

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.render.escape import plain
from grader.render.repeats import repeats
from grader.report import Check, Report, Status

_MARKS = {
    Status.PASSED: ("✓", "green"),
    Status.PARTIAL: ("◐", "yellow"),
    Status.FAILED: ("✗", "red"),
    Status.SKIPPED: ("·", "dim"),
}
_INDENT = 4


def points(value: float) -> str:
    """Return points without needless decimals: 10, 7.5."""
    return f"{value:g}"


def render_text(report: Report, *, width: int = 80, color: bool = False) -> str:
    """Return the report in lines of at most `width` columns, with colour codes only if `color`."""
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=color, no_color=not color, color_system="standard" if color else None,
        markup=False, highlight=False, emoji=False,
    )  # fmt: skip
    console.print(_heading(report, width))
    if report.score is not None:
        console.print(_bar(report.score, report.max_score, width))
    if report.message:
        console.print(Text(plain(report.message)))
    told = repeats(report.checks)
    for check in report.checks:
        _print_check(console, check, told.get(check.id))
    for notice in report.notices:
        console.print(Text.assemble(("note  ", "cyan"), plain(notice.message)))
    _print_output(console, report)
    console.print(Text(_footer(report), style="dim"))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _heading(report: Report, width: int) -> Table:
    score = "not graded" if report.score is None else f"{points(report.score)} / {points(report.max_score)}"
    line = Table.grid(expand=True)
    line.add_column(ratio=1)
    line.add_column(justify="right")
    line.add_row(Text(plain(report.submission.name), style="bold"), Text(score, style="bold"))
    return line


def _bar(score: float, most: float, width: int) -> Text:
    filled = round(width * score / most) if most else 0
    return Text.assemble(("━" * filled, "green"), ("─" * (width - filled), "dim"))


def _print_check(console: Console, check: Check, repeated: str | None) -> None:
    mark, style = _MARKS[check.status]
    line = Table.grid(padding=(0, 1), expand=True)
    line.add_column(width=1)
    line.add_column(ratio=1)
    line.add_column(justify="right")
    worth = f"{points(check.points)}/{points(check.max_points)}"
    line.add_row(Text(mark, style=style), Text(plain(check.title)), Text(worth, style=style))
    console.print(line)
    if check.status is Status.PASSED:
        return
    if repeated is not None:
        console.print(Padding(Text(f"the same error as in {repeated}", style="dim"), (0, 0, 0, _INDENT)))
        return
    console.print(Padding(Text(plain(check.message)), (0, 0, 0, _INDENT)))
    if len(check.evidence) > 1:
        for seen in check.evidence:
            right = seen.error_over_tolerance is not None and seen.error_over_tolerance <= 1
            told = f"{seen.case}: " + ("right" if right else f"{seen.got}; asked {seen.want}")
            console.print(Padding(Text(plain(told), style="dim"), (0, 0, 0, _INDENT + 2)))
    if check.hint:
        console.print(Padding(Text.assemble(("→ ", style), plain(check.hint)), (0, 0, 0, _INDENT)))


def _print_output(console: Console, report: Report) -> None:
    for name, text in (("stdout", report.output.stdout), ("stderr", report.output.stderr)):
        lines = plain(text).splitlines()
        if lines:
            count = f"{len(lines)} line" + ("s" if len(lines) > 1 else "")
            console.print(Text(f"printed to {name}: {count}, in the JSON report", style="dim"))


def _footer(report: Report) -> str:
    info = report.assignment
    return (
        f"{info.id} {info.version} · seed {report.seed} · sandbox {report.sandbox.level} · {report.timings.total:.1f} s"
    )
