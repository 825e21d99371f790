"""Numbers, rows and shapes as they stand in a sentence."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.report import Grid


def number(value: float) -> str:
    """Return `value` to four significant digits: 0.3976, 1.2e-07, nan."""
    return f"{value:.4g}"


def told_apart(one: float, other: float) -> tuple[str, str]:
    """Return two numbers with as many digits as it takes to see that they differ."""
    for digits in (4, 6, 9, 17):
        shown = f"{one:.{digits}g}", f"{other:.{digits}g}"
        if shown[0] != shown[1]:
            break
    return shown


def entry(value: float) -> str:
    """Return an entry of a row or a matrix to three decimals, without a minus before zero: 0.401, 1.2e+04, nan."""
    return f"{value:z.3f}" if abs(value) < 1e4 else f"{value:.3g}"


def grid(matrix: NDArray[np.float64]) -> Grid:
    """Return a matrix (n, m) as people read it."""
    return tuple(tuple(entry(float(value)) for value in line) for line in matrix)


def row(values: Iterable[float], most: int = 6) -> str:
    """Return a row of numbers to three decimals, cut after `most`: [0.401 0.198 0.401]."""
    values = list(values)
    shown = " ".join(map(entry, values[:most]))
    return f"[{shown} …]" if len(values) > most else f"[{shown}]"


def first(values: NDArray[np.float64]) -> tuple[int, ...]:
    """Return the index of the largest entry, the first of equals."""
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(values)), values.shape))


def at(index: Sequence[int]) -> str:
    """Return an index in a sentence: 3, or [0, 3]."""
    return str(index[0]) if len(index) == 1 else place(index)


def row_at(name: str, index: Sequence[int]) -> str:
    """Say in which row of a value an entry stands: "row 2 of the weights", "row 2 of the weights[0]", "the mean"."""
    *before, row_number = index[:-1] or (None,)
    if row_number is None:
        return f"the {name}"
    return f"row {row_number} of the {name}{place(before) if before else ''}"


def row_of(values: NDArray[np.float64], index: Sequence[int]) -> str:
    """Return the row of a value in which an entry stands, or the number that the value is."""
    found = values[tuple(index[:-1])]
    return row(found) if found.ndim else entry(float(found))


def shape(sizes: Sequence[int]) -> str:
    """Return a shape as Python writes it: (5, 7)."""
    return str(tuple(sizes))


def arguments(given: Mapping[str, NDArray[Any]]) -> str:
    """Return arguments as they stand between the brackets of a call: Q (3, 4), heads = 2."""
    return ", ".join(
        f"{name} {shape(value.shape)}" if value.ndim else f"{name} = {value.item()}" for name, value in given.items()
    )


def place(index: Sequence[int | str]) -> str:
    """Return an index as a student would type it: [2, 0], or [2, :]."""
    return "[" + ", ".join(map(str, index)) + "]"


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: Q, K and V."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def not_finite(name: str, values: NDArray[np.float64]) -> str:
    """Say where the first NaN or infinity stands: "weights[1, 0] is nan"."""
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(values))[0])
    return f"{name}{place(index)} is {number(float(values[index]))}"


def times_rounding(ratio: float) -> str:
    """Say how far beyond rounding an error is, where that is not plain to see."""
    return f" That is {number(ratio)} times what rounding explains." if ratio < 1000 else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that asks whether the nearest of the `known` names was meant; "" if none is near."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""
