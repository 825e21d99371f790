"""What was done, line by line: one JSON object for each entry, appended when its files are written.

A process that is killed leaves at most a torn last line, which is cut off when the journal is opened again; so is one
for which the disk has no room, at once. Nothing is buffered: a line that failed is not tried again behind our back.
Only the places of the lines are kept in memory. A later line of an entry takes the place of an earlier one.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from grader.batch.result import Row
from grader.batch.rows import with_twins
from grader.errors import UsageError
from grader.lms.roster import Roster
from grader.report import Frozen


class Line(Frozen):
    """A row, and the digest of the source that was graded: "" where none was."""

    row: Row
    digest: str = ""


class Journal:
    """The journal of one batch, open for reading and appending."""

    def __init__(self, path: Path) -> None:
        self._stream = path.open("a+b", buffering=0)
        self._places: dict[str, tuple[int, int]] = {}  # where a line begins, and its length
        self._digests: dict[str, str] = {}
        try:
            self._stream.truncate(self._read(path))
        except BaseException:
            self._stream.close()
            raise

    def append(self, line: Line) -> None:
        """Write a line; raise `OSError` if it cannot be, and leave none of it."""
        place, data = self._stream.seek(0, os.SEEK_END), line.model_dump_json().encode() + b"\n"
        written = 0
        try:
            while written < len(data):
                written += self._stream.write(data[written:])
        except OSError:
            self._stream.truncate(place)
            raise
        self._note(line, place, len(data))

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def line(self, key: str) -> Line:
        """Return the line of an entry; raise `KeyError` if it has none."""
        place, length = self._places[key]
        return Line.model_validate_json(os.pread(self._stream.fileno(), length, place))

    def digests(self) -> dict[str, str]:
        """Return the digest of the source by key, for those that were graded."""
        return dict(self._digests)

    def rows(self, roster: Roster) -> Iterator[Row]:
        """Yield the row of each entry that has one, in the order of the roster, with flags for equal submissions."""
        same: dict[str, list[str]] = {}
        for entry in roster.entries:
            if digest := self._digests.get(entry.key, ""):
                same.setdefault(digest, []).append(entry.key)
        for entry in roster.entries:
            if entry.key in self:
                twins = same.get(self._digests.get(entry.key, ""), ())
                yield with_twins(self.line(entry.key).row, twins)

    def close(self) -> None:
        """Close the file. A disk of the network may only now refuse a line; that entry is graded again by a resume."""
        with contextlib.suppress(OSError):
            self._stream.close()

    def _read(self, path: Path) -> int:
        """Take note of all whole lines; return where they end."""
        place = 0
        with path.open("rb") as lines:
            for number, data in enumerate(lines, start=1):
                if not data.endswith(b"\n"):
                    break
                try:
                    self._note(Line.model_validate_json(data), place, len(data))
                except ValidationError as error:
                    raise UsageError(
                        f"{path}, line {number}: no journal has such a line; start again in another folder."
                    ) from error
                place += len(data)
        return place

    def _note(self, line: Line, place: int, length: int) -> None:
        self._places[line.row.key] = place, length
        self._digests.pop(line.row.key, None)
        if line.digest and line.row.status == "graded":
            self._digests[line.row.key] = line.digest
