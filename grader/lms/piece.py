"""One file of a download with what its place says: what every layout makes, and all that it makes."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from grader.lms.download import Download

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Piece(NamedTuple):
    """A file and whose it is. Pieces of one `key` become one entry.

    `path` is empty for somebody who is known and handed in nothing. `key` is empty for a file that is nobody's as far
    as its name tells. `inside` is what the student called the file, with folders; empty for a file that is about the
    student and not of the work. Of the pieces of one key those with the greatest `turn` are graded.
    """

    path: str
    key: str = ""
    inside: str = ""
    name: str = ""
    turn: str = ""
    late: bool = False
    attempt: int = 1
    submitted_at: str = ""
    group: str = ""
    ids: Mapping[str, str] = NOTHING
    raw_name: str = ""
    note: str = ""


class Layout(Protocol):
    """How one platform names what it hands out; each module beside this interface is one."""

    @property
    def OWN(self) -> frozenset[str]:  # noqa: N802
        """Files at the top that the platform adds and that are nobody's work."""

    def detect(self, download: Download) -> float:
        """Return which share of the download is named in this way, from 0 to 1."""

    def read(self, download: Download) -> Iterable[Piece]:
        """Return a piece for each file, and one for whoever handed in nothing."""


def share(matched: int, of: int) -> float:
    """Return a share, 0 of nothing."""
    return matched / of if of else 0.0
