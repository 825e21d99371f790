"""How scores are spread, as bars: where they lie on a sheet as wide as its page, in percent, and 240 pixels high."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

HEIGHT: Final = 240
_BINS: Final = 10  # of ten percent each; full marks are one of their own, for they are what a class is to reach
_TOP, _BOTTOM = 44, 214
_GAP = 0.8  # percent of the width, between two bars


@dataclass(frozen=True)
class Bar:
    """So many scores from `low` percent on, below `high` percent; in the last, `low` is `high` is 100."""

    low: int
    high: int
    count: int
    x: float
    width: float
    y: float
    height: float

    @property
    def middle(self) -> float:
        """Where its numbers stand, in percent of the width."""
        return round(self.x + self.width / 2, 2)

    @property
    def name(self) -> str:
        """The scores that it holds, in words."""
        return "full marks" if self.low == self.high else f"{self.low} to {self.high - 1} %"


@dataclass(frozen=True)
class Histogram:
    """The bars from left to right, and where the median lies, if there is a score."""

    bars: list[Bar]
    median: float | None
    bottom: int = _BOTTOM


def histogram(shares: Sequence[float]) -> Histogram:
    """Lay out scores that are given as shares of the points, from 0 to 1."""
    counts = [0] * (_BINS + 1)
    for share in shares:
        counts[_bin(share)] += 1
    most, slot = max(counts) or 1, 100 / len(counts)
    bars = [
        Bar(
            low=10 * at, high=min(10 * at + 10, 100), count=count, x=round(at * slot + _GAP / 2, 2),
            width=round(slot - _GAP, 2), y=round(_BOTTOM - high, 1), height=round(high, 1),
        )
        for at, count in enumerate(counts)
        for high in [(_BOTTOM - _TOP) * count / most]
    ]  # fmt: skip
    return Histogram(bars, _place(statistics.median(shares), slot) if shares else None)


def _bin(share: float) -> int:
    return min(max(math.floor(share * _BINS + 1e-9), 0), _BINS)


def _place(share: float, slot: float) -> float:
    """Full marks have their own bar, in whose middle they lie."""
    return round((_BINS + 0.5 if _bin(share) == _BINS else share * _BINS) * slot, 2)
