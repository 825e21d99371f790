"""Which column of a template is the assignment's, and what it is worth."""

import re
from collections.abc import Mapping

from grader.errors import UsageError


def choose(columns: Mapping[int, str], wanted: str | None) -> int:
    """Return the column that `wanted` names: its whole title, its id, or a title that only one has.

    `columns` are the titles that can be filled, by their place. None means the only one. Raises `UsageError`.
    """
    if wanted is None:
        found = list(columns)
    else:
        found = [i for i, title in columns.items() if title == wanted]
        found = found or [i for i, title in columns.items() if wanted in (_id(title), _title(title))]
    if len(found) == 1:
        return found[0]
    known = "; ".join(repr(title) for title in columns.values()) or "none"
    problem = "Name the column with --column" if wanted is None else f"No single column is called {wanted!r}"
    raise UsageError(f"{problem}. Those that can be filled: {known}.")


def agree(title: str, worth: str, most: float, points: float | None) -> None:
    """Raise `UsageError` if a column is worth other points than what would be written, and nobody said that it may."""
    number = re.fullmatch(r"\d+(?:[.,]\d+)?", worth.strip())
    plain = worth.strip().replace(",", ".")
    if points is None and number and float(plain) != most:
        raise UsageError(
            f"{title} is worth {plain} points, the rubric {most:g}. Add --points {plain} "
            f"to scale the scores, or --points {most:g} to leave them as they are."
        )


def comma(cells: list[str]) -> bool:
    """Whether numbers are written with a decimal comma, as far as these cells tell."""
    return any(re.fullmatch(r"-?\d+,\d+", cell.strip()) for cell in cells)


def _id(title: str) -> str:
    """Return the platform's id in a title: "Lab (123)", "Lab [Total Pts: 100 Score] |123"."""
    found = re.search(r"\((\d+)\)$|\|\s*(\w+)$", title)
    return next((part for part in found.groups() if part), "") if found else ""


def _title(title: str) -> str:
    short = re.sub(r"\s*(?:\(\d+\)|\[Total Pts:.*|\|\s*\w+|Points Grade(?:\s*<.*)?)$", "", title)
    return short.strip()
