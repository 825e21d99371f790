"""Whose line of a template is whose entry. By ids, then by the key, then by the name; never by a guess."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from grader.lms.gradebooks.line import Line

#: What a platform counts its people by. In a column that is filled by a school the same number is somebody else.
_INTERNAL: Final = ("user_id", "participant", "first_number", "second_number")

#: What a template's line (its values) and an entry must share.
Way = tuple[Callable[[Sequence[str]], str], Callable[[Line], Iterable[str]]]


class Matches(NamedTuple):
    """The entry of each line of the template that has one, by the line's number; the others' keys, with the reason."""

    found: dict[int, Line]
    lost: dict[str, str]


def match(lines: Sequence[Line], rows: Sequence[Sequence[str]], tiers: Sequence[Sequence[Way]]) -> Matches:
    """Match entries to rows. The first tier in which an entry meets any row decides; there it must meet one only."""
    met = {line.row.key: _met(line, tiers, [_index(rows, tier) for tier in tiers]) for line in lines}
    takers: dict[int, list[Line]] = defaultdict(list)
    lost: dict[str, str] = {}
    for line in lines:
        places = met[line.row.key]
        if len(places) == 1:
            takers[places.pop()].append(line)
        else:
            lost[line.row.key] = (
                "more than one line of the template could be meant" if places else "not in the template"
            )
    found = {place: those[0] for place, those in takers.items() if len(those) == 1}
    for those in takers.values():
        if len(those) > 1:
            lost |= {line.row.key: "shares a line of the template with another entry" for line in those}
    return Matches(found, lost)


def cell(column: int) -> Callable[[Sequence[str]], str]:
    """Return what reads one column of a row."""
    return lambda values: values[column] if column < len(values) else ""


def words(*columns: int) -> Callable[[Sequence[str]], str]:
    """Return what reads a name from columns, whatever the order and the commas of its parts."""
    return lambda values: name_of(" ".join(values[i] for i in columns if i < len(values)))


def ids(*names: str) -> Callable[[Line], list[str]]:
    """Return what reads ids of an entry."""
    return lambda line: [line.entry.ids[name] for name in names if name in line.entry.ids]


def key(line: Line) -> list[str]:
    """Return the key of an entry as what it could be known by: no platform's own number, and no group's name."""
    entry = line.entry
    numbers = [entry.ids.get(name) for name in _INTERNAL]
    return [] if entry.group or entry.key in numbers else [entry.key]


def name(line: Line) -> list[str]:
    """Return the name of an entry as what it could be known by; a group's is no person's."""
    return [] if line.entry.group else [name_of(line.entry.name)]


def name_of(text: str) -> str:
    """Return a name's words in order of the alphabet: "Student, 12" and "12 Student" are one."""
    return " ".join(sorted(folded(text).replace(",", " ").split()))


def folded(text: str) -> str:
    """Return a text without what two spellings of it may differ in: case, and how accents are coded."""
    return unicodedata.normalize("NFC", text).strip().casefold()


def _index(rows: Sequence[Sequence[str]], tier: Sequence[Way]) -> list[dict[str, set[int]]]:
    found: list[dict[str, set[int]]] = []
    for read, _ in tier:
        places: dict[str, set[int]] = defaultdict(set)
        for number, values in enumerate(rows):
            places[folded(read(values))].add(number)
        found.append(places)
    return found


def _met(line: Line, tiers: Sequence[Sequence[Way]], indexes: Sequence[list[dict[str, set[int]]]]) -> set[int]:
    for tier, index in zip(tiers, indexes, strict=True):
        wanted = [
            (folded(value), places) for (_, known), places in zip(tier, index, strict=True) for value in known(line)
        ]
        met = set().union(*(places.get(value, set()) for value, places in wanted if value))
        if met:
            return met
    return set()
