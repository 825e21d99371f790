"""Who handed in what: a download of any platform, read into one list. Nothing that was in it is left out."""

from typing import Literal

from grader.report import Frozen, Text


class Entry(Frozen):
    """One line of a class list: one student, or one group.

    `key` is the platform's id, or the name of the file or folder where there is none; it is unique in a roster and a
    safe file name. `path` is what to grade, relative to the folder that was read; empty if there is nothing. `ids`
    holds whatever else the platform knows the entry by (`user_id`, `username`, `email`, `participant`, `attachment`),
    and `raw_name` how its file or folder was called: gradebooks and feedback need them. `note` says in one line what is
    unusual. `passed_over` are older attempts and files that are not graded.
    """

    key: str
    name: Text = ""
    path: Text = ""
    status: Literal["submitted", "nothing", "not code", "unmatched"] = "submitted"
    late: bool = False
    attempt: int = 1
    submitted_at: str = ""
    group: Text = ""
    ids: dict[str, Text] = {}  # noqa: RUF012  # pydantic copies it
    raw_name: Text = ""
    passed_over: tuple[Text, ...] = ()
    note: Text = ""


class Roster(Frozen):
    """All entries of a download, in the order of their keys; `layout` is how it was read."""

    layout: str
    entries: tuple[Entry, ...]
