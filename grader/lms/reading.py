"""From a folder of submissions to a roster."""

from pathlib import Path
from typing import Final

from grader.errors import UsageError
from grader.lms.roster import Entry, Roster
from grader.submission.source import shown

_SUFFIXES: Final = (".py", ".ipynb", ".zip")
_NOISE: Final = {"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"}


def read_roster(root: Path, *, layout: str = "auto", name_regex: str | None = None) -> Roster:
    """Read the folder `root`: every file of code, zip and folder in it is an entry, with its stem as the key.

    Raises `UsageError` if there is no such folder, or if `layout` or `name_regex` ask for what is not known.
    """
    if layout not in ("auto", "folder") or name_regex is not None:
        raise UsageError("Only a plain folder can be read: --layout folder.")
    try:
        paths = sorted(root.iterdir(), key=lambda path: (_key(path), path.name))
    except OSError as error:
        raise UsageError(f"{shown(str(root))} is no folder that can be read: {error.strerror}.") from error
    return Roster(layout="folder", entries=tuple(_entry(path) for path in paths if not _is_noise(path)))


def _is_noise(path: Path) -> bool:
    return path.name in _NOISE or path.name.startswith(".")


def _key(path: Path) -> str:
    return path.stem if path.suffix.lower() in _SUFFIXES and not path.is_dir() else path.name


def _entry(path: Path) -> Entry:
    entry = Entry(key=_key(path), name=_key(path), path=path.name, raw_name=path.name)
    if path.is_symlink():
        return entry.model_copy(update={"status": "unmatched", "note": "It is a link, which is not followed."})
    if path.is_dir():
        if any(path.iterdir()):
            return entry
        return entry.model_copy(update={"status": "nothing", "path": "", "note": "The folder is empty."})
    if path.suffix.lower() in _SUFFIXES and path.is_file():
        return entry
    return entry.model_copy(update={"status": "not code", "note": "It is no .py file, notebook, zip or folder."})
