"""Rows in, rows out: the proof that a roster leaves out nothing of a download and counts nothing twice."""

from collections import Counter
from pathlib import Path

from grader.lms.download import folders_above, list_download
from grader.lms.roster import Entry, Roster


def unaccounted(root: Path, roster: Roster) -> tuple[str, ...]:
    """Return a sentence for each file that is not in exactly one place of `roster`, and for each that is not there.

    A file's place is `not_work`, or an entry: as what it grades, inside the folder that it grades, or passed over.
    """
    download = list_download(root)
    places = Counter(roster.not_work)
    for entry in roster.entries:
        places.update(_named(entry))
    files = {*download.files, *download.noise}
    graded = {f"{place}/" for place in places if place not in files}
    held = {file: [folder for folder in folders_above(file) if folder in graded] for file in download.files}
    counts = {file: places[file] + len(held.get(file, ())) for file in (*download.files, *download.noise)}
    known = {folder for folders in held.values() for folder in folders}
    return (
        *(f"{file!r} is in {count} places" for file, count in counts.items() if count != 1),
        *(f"{folder.removesuffix('/')!r} is not there" for folder in sorted(graded - known)),
    )


def _named(entry: Entry) -> set[str]:
    """Return the files that an entry names; one that it names twice over as `path` and in `files` is one."""
    graded = {*entry.files.values(), entry.path} - {""}
    return graded | set(entry.passed_over)
