"""Which of several files is the submission: by name, else the only one there is, else none."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from grader.errors import RejectedError
from grader.submission.source import shown

_SUPPORT = ("conftest", "setup", "__init__")


def choose_entry(name: str, files: Iterable[str], entry: str) -> str:
    """Return the file to grade, called `entry` if the student kept to the handout.

    Raises `RejectedError` that says which files there are and what to do.
    """
    everything = [PurePosixPath(file) for file in files]
    if not everything:
        raise RejectedError(f"{name} holds no Python file and no notebook. Hand in {entry}.")
    own = [p for p in everything if not (p.stem in _SUPPORT or _is_test(p))] or everything
    stem = PurePosixPath(entry).stem.lower()
    rounds = (
        [p for p in everything if p.name == entry],
        [p for p in own if p.name.lower() == entry.lower()],
        [p for p in own if p.stem.lower() == stem],
        [p for p in own if stem in p.stem.lower()],
        own,
    )
    candidates = next(found for found in rounds if found)
    depth = min(len(p.parts) for p in candidates)
    nearest = [p for p in candidates if len(p.parts) == depth]
    if len(nearest) > 1 and len({p.with_suffix("") for p in nearest}) == 1:
        nearest = [p for p in nearest if p.suffix.lower() == ".py"]  # a notebook and its export
    if len(nearest) != 1:
        listed = ", ".join(shown(str(p), 80) for p in sorted(nearest)[:6])
        raise RejectedError(f"{name} holds several files that could be the submission: {listed}. Call yours {entry}.")
    return str(nearest[0])


def _is_test(path: PurePosixPath) -> bool:
    return path.stem.startswith("test_") or path.stem.endswith("_test")
