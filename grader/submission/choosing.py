"""Which of several files is the submission: by name, else the only one there is, else none."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from grader.errors import RejectedError

_SUPPORT = ("test_", "conftest", "setup", "__init__")


def choose_entry(name: str, files: Iterable[str], entry: str) -> str:
    """Return the file to grade, called `entry` if the student kept to the handout.

    Raises `RejectedError` that says which files there are and what to do.
    """
    paths = [PurePosixPath(file) for file in files if not PurePosixPath(file).name.startswith(_SUPPORT)]
    if not paths:
        raise RejectedError(f"{name} holds no Python file and no notebook. Hand in {entry}.")
    stem = PurePosixPath(entry).stem.lower()
    rounds = (
        [p for p in paths if p.name.lower() == entry.lower()],
        [p for p in paths if p.stem.lower() == stem],
        [p for p in paths if stem in p.stem.lower()],
        paths,
    )
    candidates = next(found for found in rounds if found)
    depth = min(len(p.parts) for p in candidates)
    nearest = [p for p in candidates if len(p.parts) == depth]
    if len(nearest) > 1:
        nearest = [p for p in nearest if p.suffix == ".py"] if len({p.stem for p in nearest}) == 1 else nearest
    if len(nearest) != 1:
        shown = ", ".join(sorted(map(str, nearest))[:6])
        raise RejectedError(f"{name} holds several files that could be the submission: {shown}. Call yours {entry}.")
    return str(nearest[0])
