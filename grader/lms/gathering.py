"""What to give to the grader for an entry: one path, also where a student's files lie among everybody's."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.lms.roster import Entry
from grader.submission.archive import MOST_FILE_BYTES


@contextmanager
def gathered(root: Path, entry: Entry) -> Iterator[Path]:
    """Give the path of the work of an entry that has one, of the roster read from `root`.

    It is the file or folder where it lies. Several files that lie among others are copied into a temporary folder,
    called by the entry's key, under the names that the student gave them: imports find them there. Of a file that is
    too large to be graded no more is copied than shows that it is.
    """
    if not entry.files:
        yield root / entry.path
        return
    with tempfile.TemporaryDirectory(prefix="grade-") as place:
        for name, path in entry.files.items():
            copy = Path(place, entry.key, name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with (root / path).open("rb") as stream:
                copy.write_bytes(stream.read(MOST_FILE_BYTES + 1))
        yield Path(place, entry.key)
