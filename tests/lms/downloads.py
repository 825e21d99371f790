"""Downloads as the platforms make them, by the rules of their sources. Students are numbers."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from grader.lms.reading import read_roster
from grader.lms.roster import Entry, Roster

CODE = "x = 1\n"
NO_TEXT = "There is no student submission text data for this assignment."


def laid(root: Path, files: Mapping[str, str | bytes | None]) -> Path:
    """Write files below `root`, by their paths; None is a folder that holds nothing."""
    for name, content in files.items():
        path = root / name
        if content is None:
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def roster(root: Path, *files: str, layout: str = "auto", **contents: object) -> Roster:
    """Read a download of files that hold a line of code each."""
    return read_roster(laid(root, dict.fromkeys(files, CODE)), layout=layout, **contents)


def only(found: Roster) -> Entry:
    """The only entry there is."""
    (entry,) = found.entries
    return entry


def rows(found: Roster) -> dict[str, tuple[str, str]]:
    """What is graded for each key, or why nothing is."""
    return {entry.key: (entry.status, entry.path) for entry in found.entries}


def canvas(name: str, user: object, attachment: object, file: str, *, late: bool = False) -> str:
    """`get_filename` and the three `sanitize_…` of lib/content_zipper.rb."""
    name = re.sub(r"_(\d+)_", r"\1", name).lower()
    first = re.sub(r"\W", "", "_".join([*([name] if name else []), *(["LATE"] if late else []), str(user)]))
    shown = re.sub(r'[\0/\\:*?"<>|]+', "_", file)
    return f"{first}_{attachment}_{shown}" if attachment else f"{first}_{shown}"


def moodle(name: str, participant: object, plugin: str = "file", *, old: bool = False) -> str:
    """The folder of mod/assign/classes/downloader.php; flat, the file's name follows after one more underscore."""
    who = "_".join([name.replace("_", " "), *([str(participant)] if participant else [])])
    return f"{who}_assignsubmission_{plugin}{'_' if old else ''}"


def blackboard(
    assignment: str,
    user: str,
    stamp: str,
    files: Mapping[str, str],
    *,
    name: str = "Student 12",
    text: str = NO_TEXT,
    comment: str = "There are no student comments for this assignment.",
    datafile: bool = True,
) -> dict[str, str]:
    """One attempt: its files (new name: the student's) and its datafile."""
    attempt = f"{assignment}_{user}_attempt_{stamp}"
    lines = [
        f"Name: {name} ({user})",
        f"Assignment: {assignment}",
        "Date Submitted: Monday, March 3, 2026 1:02:03 PM EST",
        "Current Grade: Needs Grading",
        "",
        "Submission Field:",
        text,
        "",
        "Comments:",
        comment,
        "",
        "Files:",
        *(f"\tOriginal filename: {was}\n\tFilename: {attempt}_{now}\n" for now, was in files.items()),
    ]
    about = {f"{attempt}.txt": "\n".join(lines)} if datafile else {}
    return {**about, **{f"{attempt}_{now}": CODE for now in files}}


def gradescope(*submissions: tuple[int, list[tuple[str, str, str]]], more: str = "") -> str:
    """`submission_metadata.yml`: each submission's number and its people (name, sid, email)."""
    lines = ["---"]
    for number, people in submissions:
        lines += [f"submission_{number}:", "  :submitters:"]
        for name, sid, email in people:
            lines += [f"  - :name: {name}", f"    :sid: {sid}".rstrip(), f"    :email: {email}"]
        lines += ["  :created_at: 2026-03-03 13:02:03.000000000 Z", "  :score: 0.0", *more.splitlines()]
    return "\n".join(lines) + "\n"


def brightspace(a: int, b: int, name: str, when: str) -> str:
    return f"{a}-{b} - {name} - {when}"


def latin(name: str) -> str:
    """A name as the disk gives it that was written in another encoding than UTF-8."""
    return os.fsdecode(name.encode("latin-1"))
