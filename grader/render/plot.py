"""A curve figure as a small plot: where its points, lines and ticks lie on a sheet of 360 by 220."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from grader.report import CurveFigure

WIDTH: Final = 360
HEIGHT: Final = 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 296, 14, 176
_APART = 15  # between the names of the two curves at their right ends
_LARGEST = 1e300  # beyond it a scale has no end
_WIDE = 8  # times: from here on the axis of x is logarithmic


class Point(NamedTuple):
    """A place on the sheet, from its upper left corner."""

    x: float
    y: float


class Tick(NamedTuple):
    """A place on an axis and what stands there."""

    at: float
    text: str


@dataclass(frozen=True)
class Curve:
    """A curve: its points, the unbroken lines between them, and where its name stands."""

    name: str
    points: list[Point]
    lines: list[str]
    label: Point | None


@dataclass(frozen=True)
class Plot:
    """Everything that is drawn."""

    x_ticks: list[Tick]
    y_ticks: list[Tick]
    curves: list[Curve]
    left: float = _LEFT
    right: float = _RIGHT
    bottom: float = _BOTTOM


def plot(figure: CurveFigure) -> Plot:
    """Lay a figure out. Values that are missing leave a gap."""
    got = [None if value is None or abs(value) > _LARGEST else value for value in figure.got]
    across = _across(figure.at)
    ticks = _nice([value for value in (*got, *figure.want) if value is not None])
    low, high = ticks[0], ticks[-1]

    def down(value: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low), 1)

    wanted = [Point(x, down(value)) for x, value in zip(across, figure.want, strict=True)]
    came = [None if value is None else Point(x, down(value)) for x, value in zip(across, got, strict=True)]
    return Plot(
        x_ticks=[Tick(x, f"{at:g}") for x, at in zip(across, figure.at, strict=True)],
        y_ticks=[Tick(down(value), f"{value:g}") for value in ticks],
        curves=_named(wanted, came),
    )


def _across(at: Sequence[float]) -> list[float]:
    places = [math.log(x) for x in at] if min(at) > 0 and max(at) >= _WIDE * min(at) else list(at)
    low, span = min(places), (max(places) - min(places)) or 1
    return [round(_LEFT + (_RIGHT - _LEFT) * (place - low) / span, 1) for place in places]


def _nice(values: Iterable[float]) -> list[float]:
    """Return round numbers from 0, or below, to the largest value or above: four steps or a few more."""
    low, high = min(0.0, *values), max(0.0, *values)
    rough = (high - low) / 4 or 0.25
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((n * power for n in (1, 2, 5) if n * power >= rough), 10 * power)
    return [n * step for n in range(math.floor(low / step), math.ceil(high / step) + 1)] + (
        [step] if not high - low else []
    )


def _named(wanted: Sequence[Point], came: Sequence[Point | None]) -> list[Curve]:
    """Make curves of the points, their names at the right ends, apart even where the ends are not."""
    points = [point for point in came if point is not None]
    right = wanted[-1].y
    if not points:
        return [_curve("wanted", wanted, right)]
    mine = points[-1].y
    push = max(0.0, _APART - abs(mine - right)) / 2
    up = push if mine < right else -push
    return [_curve("yours", came, mine - up), _curve("wanted", wanted, right + up)]  # the dashes show the line below


def _curve(name: str, places: Sequence[Point | None], label: float) -> Curve:
    points = [point for point in places if point is not None]
    return Curve(name, points, list(_lines(places)), Point(points[-1].x + 9, round(label + 4, 1)))


def _lines(places: Sequence[Point | None]) -> Iterable[str]:
    """Return the coordinates of each unbroken line, as SVG's polyline takes them."""
    line: list[str] = []
    for place in (*places, None):
        if place is not None:
            line.append(f"{place.x},{place.y}")
        elif line:
            yield " ".join(line)
            line = []
