"""One repair: a small change of one file, everything else of it byte for byte as it was."""

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Edit(NamedTuple):
    """Bytes `start` to `end` of a file become `text`. One that `follows` is needed by another and decides nothing."""

    start: int
    end: int
    text: bytes
    follows: bool = False


class Line(NamedTuple):
    """A line that a repair changes, counted from 1: as it was written, and as it is repaired."""

    number: int
    before: str
    after: str


@dataclass(frozen=True)
class Repair:
    """Edits of `file`, whose bytes are `data`. The first edit decides.

    `family` names the kind of change, `function` the function that it stands in ("Head.forward" for a method).
    `adds` says that a step is put in where nothing was; other repairs alter or take out what is there. `near` is how
    many calls away from the hinted function it stands; `changes` names the functions asked about that may call it;
    `statement` is the first line of the statement that decides.
    """

    file: str
    data: bytes
    edits: tuple[Edit, ...]
    family: str
    function: str
    adds: bool = False
    near: int = 0
    changes: frozenset[str] = frozenset()
    statement: int = 0

    @cached_property
    def text(self) -> bytes:
        """The repaired file."""
        return _applied(self.data, self.edits)

    @property
    def line(self) -> int:
        """The line that decides, counted from 1."""
        return self.lines[0].number

    @property
    def before(self) -> str:
        """That line as it was written."""
        return self.lines[0].before

    @property
    def after(self) -> str:
        """That line repaired; several lines where a line was put in after it."""
        return self.lines[0].after

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines changed, the deciding one first, without those that only follow."""
        edits = [_trimmed(self.data, edit) for edit in self.edits]
        bounds = {_line_around(self.data, edit): None for edit in edits if not edit.follows}
        return tuple(_line(self.data, edits, *around) for around in bounds)


def applied(repairs: Iterable[Repair], files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return the files with all repairs made together, or None where two of them touch the same bytes."""
    edits: dict[str, list[Edit]] = {}
    for repair in repairs:
        edits.setdefault(repair.file, []).extend(repair.edits)
    if any(overlap(each) for each in edits.values()):
        return None
    return {**files, **{file: _applied(files[file], each) for file, each in edits.items()}}


def overlap(edits: Iterable[Edit]) -> bool:
    """Whether two edits touch the same bytes."""
    ordered = sorted(edits)
    return any(one.end > two.start or one[:2] == two[:2] for one, two in itertools.pairwise(ordered))


def _applied(data: bytes, edits: Iterable[Edit]) -> bytes:
    for edit in sorted(edits, reverse=True):
        data = data[: edit.start] + edit.text + data[edit.end :]
    return data


def _trimmed(data: bytes, edit: Edit) -> Edit:
    """Return the edit without what it leaves as it is at both ends, so that its line is the one that changes."""
    old, new = data[edit.start : edit.end], edit.text
    most = min(len(old), len(new))
    head = next((i for i in range(most) if old[i] != new[i]), most)
    tail = next((i for i in range(most - head) if old[-1 - i] != new[-1 - i]), most - head)
    return edit._replace(start=edit.start + head, end=edit.end - tail, text=new[head : len(new) - tail])


def _line_around(data: bytes, edit: Edit) -> tuple[int, int]:
    start = max(data.rfind(b"\n", 0, edit.start), data.rfind(b"\r", 0, edit.start)) + 1
    ends = [at for ending in (b"\n", b"\r") if (at := data.find(ending, edit.start)) >= 0]
    return start, min(ends, default=len(data))


def _line(data: bytes, edits: Iterable[Edit], start: int, end: int) -> Line:
    own = [e._replace(start=e.start - start, end=e.end - start) for e in edits if start <= e.start and e.end <= end]
    before = data[start:end]
    number = 1 + len(re.findall(rb"\r\n|\r|\n", data[:start]))
    return Line(number, before.decode(), _applied(before, own).decode())
