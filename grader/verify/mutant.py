"""A mutant: functions that stand in for a submission with a mistake in it, made from the reference."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

Right = Callable[..., Any]
Functions = Mapping[str, Right]


@dataclass(frozen=True)
class Mutant:
    """A mistake by its `id`. `make` gives the functions that have it, anew each time: they may remember things."""

    id: str
    make: Callable[[], Functions]


def failing(names: Iterable[str], error: Exception) -> Functions:
    """Return functions that raise what went wrong before they could be made."""
    return dict.fromkeys(names, partial(_fail, error))


def _fail(error: Exception, *_: object) -> None:
    raise error


def pattern(text: str) -> re.Pattern[str]:
    """Return what a declared id stands for: itself, with any text in the place of a *."""
    return re.compile(".*".join(map(re.escape, text.split("*"))))


def form(name: str) -> str:
    """Return an id without the number that tells it from others of its name."""
    return re.sub(r" \(\d+\)$", "", name)


def numbered(ids: Sequence[str]) -> list[str]:
    """Return the ids with a number behind those that are not the only ones of their name."""
    seen: dict[str, int] = {}
    found = []
    for name in ids:
        seen[name] = seen.get(name, 0) + 1
        found.append(f"{name} ({seen[name]})" if ids.count(name) > 1 else name)
    return found
