"""From a folder, as a platform or a person made it, to a `Roster`."""

import difflib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from grader.errors import InternalError, UsageError
from grader.lms.assembling import assemble
from grader.lms.auditing import unaccounted
from grader.lms.download import Download, list_download
from grader.lms.layouts import LAYOUTS
from grader.lms.layouts.regex import by_regex
from grader.lms.roster import Roster
from grader.submission.archive import is_source

_ENOUGH: Final = 0.5  # of what lies at the top must be named as the platform does, and a little more


def read_roster(root: Path, *, layout: str = "auto", name_regex: str | None = None, expected: str = "") -> Roster:
    """Read the download in the folder `root`; `unpacked` makes a folder of a zip.

    `layout` is a name in `LAYOUTS`, or "auto": the platform whose names fit most of the download, else a plain folder.
    `name_regex` takes the layout's place: see `by_regex`. `expected` is the file name that the handout asks for, which
    tells Canvas's `-1` from a student's own. Each file is in exactly one entry, or in `not_work`. Raises `UsageError`
    if there is nothing, two platforms fit equally well, or the layout asked for cannot be read.
    """
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder.")
    try:
        download = list_download(root, expected)
    except (OSError, RecursionError) as error:  # a folder that is too deep is walked by nobody
        raise UsageError(f"{root} cannot be read: {error}.") from error
    if not download.files and not download.empty:
        raise UsageError(f"There is nothing in {root}.")
    roster = _by_pattern(download, layout, name_regex) if name_regex else _by_layout(download, layout)
    if wrong := unaccounted(root, roster):
        raise InternalError(f"The class list does not add up: {'; '.join(wrong[:3])}. This is a fault of the grader.")
    return roster


def _by_pattern(download: Download, layout: str, name_regex: str) -> Roster:
    if layout != "auto":
        raise UsageError(f"--name-regex takes the place of --layout {layout}; give one of them.")
    return Roster(layout="regex", entries=assemble(download, by_regex(name_regex)(download)), not_work=download.noise)


def _by_layout(download: Download, wanted: str) -> Roster:
    if wanted not in ("auto", *LAYOUTS):
        near = difflib.get_close_matches(wanted, LAYOUTS, 1)
        meant = f"; did you mean {near[0]}" if near else ""
        raise UsageError(f"There is no layout {wanted!r}{meant}. Those known are auto, {', '.join(LAYOUTS)}.")
    name, level = _detected(download) if wanted == "auto" else (wanted, _level(download, wanted))
    layout = LAYOUTS[name]
    own = layout.OWN.intersection(level.files)
    work = level._replace(files=tuple(file for file in level.files if file not in own))
    not_work = (*level.noise, *(level.top + file for file in sorted(own)))
    return Roster(layout=name, entries=assemble(work, layout.read(work)), not_work=not_work)


def _detected(download: Download) -> tuple[str, Download]:
    """Return the layout that fits best, and the folder in which it does."""
    for level in _levels(download):
        fits = {name: layout.detect(level) for name, layout in LAYOUTS.items()}
        most = max(fits.values())
        best = [name for name, fit in fits.items() if fit == most]
        if most > _ENOUGH and len(best) > 1:
            raise UsageError(f"The download fits {' and '.join(best)} equally well. Say which with --layout.")
        if most > _ENOUGH:
            return best[0], level
    return "folder", _level(download, "folder")


def _level(download: Download, name: str) -> Download:
    """Return the folder to read as this layout: the first in which it fits best."""
    fit = _several if name == "folder" else LAYOUTS[name].detect
    return max(_levels(download), key=fit)


def _levels(download: Download) -> Iterator[Download]:
    """Yield the download, and that in its only folder, and so on: many a zip wraps everything in one."""
    level: Download | None = download
    while level:
        yield level
        level = level.inner()


def _several(download: Download) -> bool:
    """Return whether what lies at the top could be several students' work, not the parts of one's."""
    flat = set(download.files)
    work = [item for item in download.items if item not in flat or _is_work(item)]
    return len(work) > 1 and download.expected not in flat


def _is_work(file: str) -> bool:
    return is_source(PurePosixPath(file)) or file.lower().endswith(".zip")
