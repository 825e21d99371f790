"""Two small matrices as people read them, the one that came and the one that was wanted: where do they differ?"""

import math

from grader.report import Grid


def value(entry: str) -> float:
    """Return the number that an entry says, NaN where it says none."""
    try:
        return float(entry)
    except ValueError:
        return math.nan


def shape(grid: Grid) -> str:
    """Return the shape of a matrix as Python writes it: (2, 3)."""
    return f"({len(grid)}, {len(grid[0]) if grid else 0})"


def alike(got: Grid, want: Grid) -> bool:
    """Whether the two have one shape."""
    return [len(row) for row in got] == [len(row) for row in want]


def wrong(got: Grid, want: Grid) -> list[list[bool]]:
    """Say for each entry of `got` whether it differs in the digits shown; of another shape, no entry is compared."""
    if not alike(got, want):
        return [[False] * len(row) for row in got]
    return [[_differ(*pair) for pair in zip(*rows, strict=True)] for rows in zip(got, want, strict=True)]


def _differ(got: str, want: str) -> bool:
    return got != want and value(got) != value(want)
