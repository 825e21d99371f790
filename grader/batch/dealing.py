"""Who grades what, decided without doing it: entries go out in order, and the same source is graded once.

A job that was given an entry reads it and tells the digest of its source. Whether it then grades is decided in the
order of the roster: the first entry with a source is the one that is graded, however fast its job is, so that a class
graded twice, or resumed, is graded the same way. Equal ones wait for it and get a copy.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

MOST_TRIES: Final = 2


class Decision(NamedTuple):
    """What becomes of an entry whose source is known: `grade`, `copy` from the entry `of`, or `later`."""

    entry: int
    do: Literal["grade", "copy", "later"]
    of: int = -1


class Dealer:
    """Entries by their places in the roster: `todo` to be graded, `known` those that have been, by their digest."""

    def __init__(self, todo: Iterable[int], known: Mapping[str, int]) -> None:
        self._todo = sorted(todo, reverse=True)  # the next one last
        self._graded = dict(known)
        self._first: dict[str, int] = {}  # of the sources that are being graded
        self._digest: dict[int, str] = {}
        self._unread: set[int] = set()  # dealt once, and not known yet
        self._asking: set[int] = set()
        self._waiting: dict[int, list[int]] = {}
        self._tries: dict[int, int] = {}

    def deal(self) -> int | None:
        """Return the next entry, or None if there is none now."""
        if not self._todo:
            return None
        entry = self._todo.pop()
        if entry not in self._digest:
            self._unread.add(entry)
        return entry

    def told(self, entry: int, digest: str) -> None:
        """Take note that the source of `entry`, which was dealt, has this digest."""
        self._digest[entry] = digest
        self._unread.discard(entry)
        self._asking.add(entry)

    def decide(self) -> list[Decision]:
        """Return what can be decided now."""
        first_unread = min(self._unread, default=None)
        ripe = sorted(entry for entry in self._asking if first_unread is None or entry < first_unread)
        self._asking.difference_update(ripe)
        return [self._decision(entry) for entry in ripe]

    def finished(self, entry: int, *, graded: bool) -> None:
        """Take note that `entry` is done, with a score or without; those that wait for it can be dealt."""
        digest = self._digest.pop(entry, "")
        if graded and digest:
            self._graded.setdefault(digest, entry)
        self._unread.discard(entry)
        self._tries.pop(entry, None)
        self._release(entry, digest)

    def died(self, entry: int) -> bool:
        """Take note that the job died over `entry`; return whether it is dealt again. If not, say `finished`."""
        self._asking.discard(entry)
        self._tries[entry] = self._tries.get(entry, 0) + 1
        if self._tries[entry] >= MOST_TRIES:
            return False
        self._put_back([entry])
        return True

    def _decision(self, entry: int) -> Decision:
        digest = self._digest[entry]
        if digest in self._graded:
            return Decision(entry, "copy", self._graded[digest])
        first = self._first.setdefault(digest, entry)
        if first == entry:
            return Decision(entry, "grade")
        self._waiting.setdefault(first, []).append(entry)
        return Decision(entry, "later", first)

    def _release(self, entry: int, digest: str) -> None:
        if self._first.get(digest) == entry:
            del self._first[digest]
        self._put_back(self._waiting.pop(entry, []))

    def _put_back(self, entries: Iterable[int]) -> None:
        self._todo = sorted([*self._todo, *entries], reverse=True)
