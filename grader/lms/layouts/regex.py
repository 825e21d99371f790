"""The instructor's own pattern, with the named groups of nbgrader's `zip_collect`."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from grader.errors import UsageError
from grader.lms.download import Download
from grader.lms.piece import Piece

GROUPS: Final = ("student_id", "key", "first_name", "last_name", "email", "timestamp", "file_id")
_ADVICE: Final = r"For example: (?P<student_id>\w+)_(?P<file_id>.+)"


def by_regex(pattern: str) -> Callable[[Download], Iterator[Piece]]:
    """Return a reader that searches each file's path for `pattern`.

    `student_id` (or `key`) tells whose the file is; `file_id` how the student called it; the newest `timestamp` is
    graded, compared as text. Raises `UsageError` for a pattern that is none or lacks a group.
    """
    try:
        compiled = re.compile(pattern, re.DOTALL)
    except re.error as error:
        raise UsageError(f"--name-regex is not a regular expression: {error}.") from error
    for group in compiled.groupindex:
        if group not in GROUPS:
            raise UsageError(f"--name-regex names a group {group!r}; those known are {', '.join(GROUPS)}.")
    if {"student_id", "key"}.isdisjoint(compiled.groupindex):
        raise UsageError(f"--name-regex must name a group student_id (or key): whose the file is. {_ADVICE}")

    def read(download: Download) -> Iterator[Piece]:
        matches = {path: compiled.search(path) for path in download.files}
        if not any(matches.values()):
            raise UsageError(
                f"--name-regex matches none of {len(matches)} files, not even {next(iter(matches), '')!r}."
            )
        for path, match in matches.items():
            yield _piece(path, match.groupdict(default="")) if match else Piece(path)

    return read


def _piece(path: str, said: dict[str, str]) -> Piece:
    key = said.get("student_id") or said.get("key", "")
    if not key:
        return Piece(path)
    top, _, below = path.partition("/")
    name = " ".join(filter(None, (said.get("first_name"), said.get("last_name"))))
    email, timestamp = said.get("email", ""), said.get("timestamp", "")
    return Piece(
        path,
        key=key,
        inside=said.get("file_id") or below or top,
        name=name or key,
        turn=timestamp,
        submitted_at=timestamp,
        ids={"student_id": key, **({"email": email} if email else {})},
        raw_name=top,
    )
