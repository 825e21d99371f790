"""The moves of a regrading as text, where whoever would lose points comes first, and as a table."""

import csv
import io
from collections.abc import Iterator
from typing import Final, Literal

from grader.batch.gradescsv import cell
from grader.batch.regrading import Move, Regrading, Step
from grader.batch.result import Row
from grader.render.escape import plain
from grader.render.words import points

_Way = Literal["down", "up", "even"]
_TITLES: Final[dict[_Way, str]] = {
    "down": "Down", "up": "Up", "even": "The same share of the points, by another way",
}  # fmt: skip
_MOST: Final = 200  # characters of a message
_COLUMNS: Final = (
    "key", "name", "direction", "status_before", "status_after", "score_before", "score_after",
    "max_score_before", "max_score_after", "checks", "why",
)  # fmt: skip
_EVEN: Final = 20  # moves that change nobody's share; whoever goes up or down is listed always


def moves_text(found: Regrading) -> str:
    """Return what a person reads before deciding."""
    return plain("\n".join(_lines(found))) + "\n"


def _lines(found: Regrading) -> Iterator[str]:
    entries = len(found.moves) + found.same + len(found.gone) + len(found.new)
    down, up, even = (len(found.going(way)) for way in _TITLES)
    yield f"{entries} entries: {down} down, {up} up, {found.same + even} with the same share of the points"
    yield from _listed("Only before", found.gone)
    yield from _listed("Only now", found.new)
    yield ""
    yield "What is other than before:" if found.changes else "Nothing is other than before that the reports state."
    for change, count in found.changes:
        yield f"  {change}" + (f"   for {count}" if count < entries else "")
    if by_check := found.by_check():
        yield from ("", "By check:")
        width = max(len(check) for check, _, _ in by_check)
        yield from (f"  {check:{width}}  {down} down, {up} up" for check, down, up in by_check)
    for way, title in _TITLES.items():
        moves = found.going(way)
        if moves:
            yield from ("", f"{title}:")
            shown = moves[:_EVEN] if way == "even" else moves
            for move in shown:
                yield from _move(move)
            if len(shown) < len(moves):
                yield f"  and {len(moves) - len(shown)} more"


def _listed(title: str, keys: tuple[str, ...]) -> Iterator[str]:
    if keys:
        yield f"{title}: {', '.join(keys)}"


def _move(move: Move) -> Iterator[str]:
    row = move.after
    name = f"{row.name} ({row.key})" if row.name and row.name != row.key else row.key
    yield f"  {name}: {said(move.before)} → {said(row)}"
    yield from (f"    {_step(step)}" for step in move.steps)
    if row.score is None and row.reason:
        yield f"    {_short(row.reason)}"
    yield f"    because of {'; '.join(move.why)}"


def said(row: Row) -> str:
    """Return a score as "60 / 100", or why there is none."""
    return row.status if row.score is None else f"{points(row.score)} / {points(row.max_score)}"


def _step(step: Step) -> str:
    was, now = ("none" if value is None else points(value) for value in (step.before, step.after))
    return f"{step.check} {was} → {now}" + (f": {_short(step.message)}" if step.message else "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[:_MOST]}…"


def moves_csv(found: Regrading) -> str:
    """Return a table of all moves, a row for each, as safe to open as grades.csv."""
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(_COLUMNS)
    for move in found.moves:
        before, after = move.before, move.after
        steps = "; ".join(map(_step, move.steps))
        values = (after.key, after.name, move.direction, before.status, after.status, before.score, after.score,
                  before.max_score, after.max_score, steps, "; ".join(move.why))  # fmt: skip
        table.writerow([cell(value) for value in values])
    return lines.getvalue()
