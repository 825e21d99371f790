"""nbgrader's own folders: `submitted/{student}/{assignment}/…`, with a `timestamp.txt` beside the work."""

from collections.abc import Iterator
from typing import Final

from grader.errors import UsageError
from grader.lms.download import Download
from grader.lms.piece import Piece

OWN: Final[frozenset[str]] = frozenset()
_SUBMITTED: Final = "submitted/"
_LONGEST_STAMP: Final = 64  # bytes


def detect(download: Download) -> float:
    """Return 1 for students' folders of one assignment below one called `submitted`."""
    start = _start(download)
    return float(start is not None and len(_assignments(download, start)) == 1)


def read(download: Download) -> Iterator[Piece]:
    """Return the pieces. Raises `UsageError` if there is more than one assignment: scores of two labs are not one."""
    start = _start(download) or ""
    assignments = _assignments(download, start)
    if len(assignments) > 1:
        listed = ", ".join(sorted(assignments)[:6])
        raise UsageError(f"There are several assignments: {listed}. Keep the folders of one, or use --layout folder.")
    files = set(download.files)
    for path in (*download.files, *download.empty):
        student, _, rest = path.removeprefix(start).partition("/")
        inside = rest.partition("/")[2]
        is_file = path in files
        if not path.startswith(start) or (is_file and not inside):
            yield Piece(path if is_file else "", raw_name=path.partition("/")[0])
            continue
        head = Piece("", key=student, name=student, ids={"username": student}, raw_name=student)
        if is_file and inside == "timestamp.txt":
            yield head._replace(path=path, submitted_at=_stamp(download, path))
        else:
            yield head._replace(path=path, inside=inside) if is_file else head


def _start(download: Download) -> str | None:
    """Return where students' folders begin; None if nothing says that they are nbgrader's."""
    if f"/{download.root.resolve().name}/{download.top}".endswith(f"/{_SUBMITTED}"):
        return ""
    return _SUBMITTED if any(name.startswith(_SUBMITTED) for name in download.files) else None


def _assignments(download: Download, start: str) -> set[str]:
    below = (name.removeprefix(start).split("/") for name in download.files if name.startswith(start))
    return {parts[1] for parts in below if len(parts) > 2}


def _stamp(download: Download, path: str) -> str:
    if path in download.links:
        return ""
    with (download.root / (download.top + path)).open("rb") as stream:
        return " ".join(stream.read(_LONGEST_STAMP).decode("utf-8", "replace").split())
