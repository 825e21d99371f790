"""A proof as text: two tables in a terminal, a line for each example where no person watches."""

from collections.abc import Iterator
from io import StringIO

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from grader.render.escape import plain
from grader.render.words import counted, points
from grader.terminal import Look
from grader.verify.margin import ANY
from grader.verify.proof import Cell, Column, Nearest, Proof, Row

_MARKS = {"passed": "·", "failed": "✗", "other": "!"}
_NEAREST = "accepted, wrong: how far the nearest one is from the tolerance, in tolerances"
_LEAST, _PROBLEM = 1e-3, "problem: "
_COLORS = {"passed": "dim", "failed": "default", "other": "bold red"}


def proof_text(proof: Proof, look: Look, *, tables: bool) -> str:
    """Return a proof as text; with `tables` as a person in a terminal reads it."""
    if not tables:
        return "".join(f"{line}\n" for line in _lines(proof))
    out = StringIO()
    console = Console(file=out, width=look.width, force_terminal=look.color, no_color=not look.color, highlight=False)
    console.print(f"[bold]{escape(plain(proof.title))}[/]  {_verdict(proof)}")
    console.print(tried(proof), style="dim", end="\n\n")
    console.print(_checks(proof))
    console.print(_matrix(proof))
    console.print(f"{_MARKS['passed']} passed, {_MARKS['failed']} failed, both as promised; "
                  f"{_MARKS['other']} other than promised", style="dim")  # fmt: skip
    for line in _rest(proof):
        console.print(escape(line), style="red" if line.startswith(_PROBLEM) else "")
    console.print()  # the next lab may follow
    return out.getvalue()


def tried(proof: Proof) -> str:
    """Say how much was tried."""
    threads = " and ".join(map(str, proof.threads)) + (" thread" if proof.threads == (1,) else " threads")
    return (
        f"{counted(len(proof.rows), 'submission')} with {counted(proof.seeds, 'seed')}, on {threads}; "
        f"{proof.mutants} mutants of the reference, {proof.right_mutants} of them as right as it is."
    )


def nearness(nearest: Nearest | None) -> str:
    """Write a margin: in tolerances, with two digits and no exponent."""
    if nearest is None:
        return "none"
    if nearest.margin >= ANY:
        return "at any"
    return f"{float(f'{nearest.margin:.2g}'):,.15g}" if nearest.margin >= _LEAST else "0"


def mark(cell: Cell, runs: int) -> str:
    """Return passed, failed or other."""
    return "other" if not cell.kept(runs) else "failed" if cell.failed else "passed"


def _verdict(proof: Proof) -> str:
    if proof.proven:
        return "[green]proven[/]"
    return f"[bold red]not proven: {counted(len(proof.problems), 'problem')}[/]"


def _checks(proof: Proof) -> Table:
    """Lay out the checks; no name is cut, so that one can be looked for."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), caption_justify="left", caption=_NEAREST)
    for name in ("", "check", "points", "refuses", "accepted", "wrong"):
        table.add_column(name, justify="left" if name == "check" else "right", overflow="fold")
    table.add_column("", style="dim", overflow="fold")
    for number, column in enumerate(proof.columns, start=1):
        table.add_row(
            str(number), column.id, points(column.points), str(column.refuses), nearness(column.accepted),
            nearness(column.wrong), escape(_short(column.wrong.name)) if column.wrong else "",
        )  # fmt: skip
    return table


def _matrix(proof: Proof) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold")
    for number in range(1, len(proof.columns) + 1):
        table.add_column(str(number), justify="center")
    table.add_column("named")
    kind = ""
    for row in proof.rows:
        if row.kind != kind and row.name.startswith(f"{row.kind}/"):
            table.add_section()
            table.add_row(f"{row.kind}:", style="dim")
        kind = row.kind
        marks = [mark(cell, row.runs) for cell in row.cells]
        cells = [f"[{_COLORS[what]}]{_MARKS[what]}[/]" for what in marks]
        style = "bold red" if "other" in marks else ""
        table.add_row(escape(_short(row.name)), *cells, escape(row.named), style=style)
    return table


def _short(name: str) -> str:
    """Return the name of an example below the heading that says which kind it is."""
    return name.rpartition("/")[2].removesuffix(".py")


def _lines(proof: Proof) -> Iterator[str]:
    """Say everything in lines that a log can hold and grep can find."""
    state = "proven" if proof.proven else f"not proven, {counted(len(proof.problems), 'problem')}"
    yield f"{proof.assignment.id} {proof.assignment.version}: {state}"
    yield tried(proof)
    for column in proof.columns:
        yield _check_line(column)
    for row in proof.rows:
        yield _row_line(row, [column.id for column in proof.columns])
    yield from _rest(proof)


def _check_line(column: Column) -> str:
    off = " tolerances off" if column.accepted else ""
    wrong = f"{nearness(column.wrong)} ({column.wrong.name})" if column.wrong else "none"
    return (
        f"check {column.id}: {points(column.points)} points, refuses {counted(column.refuses, 'wrong example')}; "
        f"nearest accepted {nearness(column.accepted)}{off}, nearest wrong {wrong}"
    )


def _row_line(row: Row, checks: list[str]) -> str:
    marks = [mark(cell, row.runs) for cell in row.cells]
    failed = [name for name, cell in zip(checks, row.cells, strict=True) if cell.failed]
    what = f"fails {' '.join(failed)}" if failed else "full marks"
    return (
        f"{'NOT AS PROMISED' if 'other' in marks else 'ok'} {row.name}: {what}{f'; {row.named}' if row.named else ''}"
    )


def _rest(proof: Proof) -> Iterator[str]:
    for survivor in proof.survivors:
        if survivor.reason:
            yield f"may get full marks: {survivor.id} ({survivor.reason})"
    for problem in proof.problems:
        yield f"{_PROBLEM}{plain(problem)}"
