"""A matrix figure as heat maps: how deep the colour of each entry is, what its rows sum to, and the difference."""

import math
from dataclasses import dataclass

from grader.render.matrices import value, wrong
from grader.report import Grid, MatrixFigure

_STEPS = 10  # of colour, on either side of zero


@dataclass(frozen=True)
class Cell:
    """An entry as text, its step of colour from -10 to 10, None where it is no number, and whether it is wrong."""

    text: str
    step: int | None
    wrong: bool = False


@dataclass(frozen=True)
class Heat:
    """One heat map: its name, its rows, and the sum of each row, as many as there are rows or none."""

    name: str
    rows: list[list[Cell]]
    sums: list[Cell]


def heat_maps(figure: MatrixFigure) -> list[Heat]:
    """Return the maps of a figure: yours, wanted, difference; only yours where nothing differs."""
    marks = wrong(figure.got, figure.want)
    away = _difference(figure.got, figure.want)
    most = _largest(figure.got, figure.want, away)
    yours = Heat("yours", _cells(figure.got, most, marks), _sums(figure.got, figure.want))
    if not any(map(any, marks)):
        return [yours]
    wanted = Heat("wanted", _cells(figure.want, most), _sums(figure.want, figure.want))
    return [yours, wanted, Heat("difference", _cells(away, most), [])]


def _largest(*grids: Grid) -> float:
    sizes = [abs(value(entry)) for grid in grids for row in grid for entry in row]
    return max(filter(math.isfinite, sizes), default=0.0)


def _cells(grid: Grid, most: float, marks: list[list[bool]] | None = None) -> list[list[Cell]]:
    return [
        [Cell(entry, _step(value(entry), most), bool(marks and marks[i][j])) for j, entry in enumerate(row)]
        for i, row in enumerate(grid)
    ]


def _step(number: float, most: float) -> int | None:
    if not math.isfinite(number):
        return None
    return round(_STEPS * (number / most)) if most else 0


def _sums(grid: Grid, want: Grid) -> list[Cell]:
    """Sum each row; a sum is wrong if it is further from the wanted one than the roundings of its entries explain."""
    found = []
    for row, wanted in zip(grid, want, strict=True):
        total, right = sum(map(value, row)), sum(map(value, wanted))
        found.append(
            Cell(
                f"{total:.2f}" if abs(total) < 1e4 else f"{total:.3g}",
                None,
                wrong=not abs(total - right) <= 0.001 * len(row),
            )
        )
    return found


def _difference(got: Grid, want: Grid) -> Grid:
    return tuple(
        tuple(_signed(value(one) - value(other)) for one, other in zip(*rows, strict=True))
        for rows in zip(got, want, strict=True)
    )


def _signed(number: float) -> str:
    return "0" if abs(number) < 0.0005 else f"{number:+.3f}" if abs(number) < 1e4 else f"{number:+.3g}"
