"""One entry on its way into a gradebook, and what became of all of them."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from grader.batch.result import Row
from grader.lms.roster import Entry

_CENT = Decimal("0.01")


class Line(NamedTuple):
    """A row of the batch, its entry, and what a comment box should say ("" for nothing)."""

    row: Row
    entry: Entry
    feedback: str = ""


class Made(NamedTuple):
    """A file for a platform. Each key is in `written`, or in `left_out` with the reason; `remarks` are for a person."""

    data: bytes
    written: tuple[str, ...]
    left_out: Mapping[str, str]
    remarks: tuple[str, ...] = ()


def split(lines: Iterable[Line]) -> tuple[list[Line], dict[str, str]]:
    """Part the lines that have a score from the keys that have none, with the reason.

    Only these may get a grade: an empty cell would clear one that is there, a zero would be a lie.
    """
    graded: list[Line] = []
    without: dict[str, str] = {}
    for line in lines:
        if line.row.status == "graded" and line.row.score is not None:
            graded.append(line)
        else:
            without[line.row.key] = f"not graded ({line.row.reason or line.row.status})"
    return graded, without


def mark(row: Row, points: float | None) -> str:
    """Return the score of a graded row as a gradebook wants it: to two decimals, without needless zeros.

    `points` is what the platform's assignment is worth, if that is not what the rubric is.
    """
    assert row.score is not None
    return f"{in_points(row.score, row.max_score, points).normalize():f}"


def in_points(score: float, max_score: float, points: float | None) -> Decimal:
    """Return a score to two decimals, in the points that an assignment is worth (None: those of the rubric).

    Rounding never makes a score full marks that was not.
    """
    most = Decimal(repr(max_score))
    scale = Decimal(repr(points)) / most if points is not None and most else Decimal(1)
    exact = Decimal(repr(score)) * scale
    rounded = exact.quantize(_CENT, ROUND_HALF_UP)
    return rounded - _CENT if exact < most * scale <= rounded else rounded


def keys(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the keys of the lines."""
    return tuple(line.row.key for line in lines)
