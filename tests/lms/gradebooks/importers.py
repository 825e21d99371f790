"""What the platforms do with an uploaded file, by the rules of their documents. Each changes a gradebook in place."""

import csv
import io
import re
from datetime import datetime, timedelta

EMPTY = ("", "-")


def canvas(data: bytes, students: dict[str, dict[str, str]], titles: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return the changes (student id, assignment id, value) that Canvas would make.

    `students` holds by Canvas id `sis`, `login`, `name` and the present grade of each assignment id; `titles` the
    assignments' titles by id.
    """
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
    header = rows[0]
    split_names = header[0] == "LastName"
    assert split_names or ("Student" in header[0] and "ID" in header[1])
    assert len(header) > 3
    section = next(i for i, title in enumerate(header) if "Section" in title)
    rest = rows[1:]
    if all(cell.strip() in ("", "Muted") or cell.startswith("Manual Posting") for cell in rest[0]):
        rest = rest[1:]
    assert "Points Possible" in rest[0][0]
    read_only = {i for i, cell in enumerate(rest[0]) if "(read only)" in cell}
    columns = {i: _assignment(title, titles) for i, title in enumerate(header) if i > section and i not in read_only}
    changes = []
    for cells in rest[1:]:
        student = _student(dict(zip(header, cells, strict=True)), students)
        for i, assignment in columns.items():
            before, after = students[student].get(assignment, ""), cells[i].strip()
            if not _same(before, after):
                changes.append((student, assignment, after))
    return changes


def _assignment(title: str, titles: dict[str, str]) -> str:
    numbered = re.search(r"\((\d+)\)$", title)
    if numbered and numbered[1] in titles:
        return numbered[1]
    same = [number for number, known in titles.items() if known == title]
    return same[0] if same else f"new: {title}"


def _student(cells: dict[str, str], students: dict[str, dict[str, str]]) -> str:
    if cells["ID"] in students:
        return cells["ID"]
    for column, kept in (("SIS User ID", "sis"), ("SIS Login ID", "login"), ("Student", "name")):
        found = [number for number, known in students.items() if cells.get(column) and known[kept] == cells[column]]
        if found:
            return found[0]
    raise AssertionError(f"Canvas asks who this is: {cells}")


def _same(before: str, after: str) -> bool:
    if before in EMPTY or after in EMPTY:
        return before in EMPTY and after in EMPTY
    try:
        return round(float(before.replace(",", ".")), 2) == round(float(after.replace(",", ".")), 2)
    except ValueError:
        return before == after


class Moodle:
    """A Moodle assignment: per participant a grade, the time of its last change and a comment in HTML."""

    def __init__(self, most: float, titles: dict[str, str], prefix: str = "Participant ", sign: str = ".") -> None:
        self.most, self.titles, self.prefix, self.sign = most, titles, prefix, sign
        self.grades: dict[str, float] = {}
        self.changed: dict[str, datetime] = {}
        self.comments: dict[str, str] = {}

    def upload(self, data: bytes, *, encoding: str = "utf-8", delimiter: str = ",", tick: bool = False) -> list[str]:
        """Take a worksheet, and return what was skipped and why."""
        rows = list(csv.reader(io.StringIO(data.decode(encoding), newline=""), delimiter=delimiter))
        at = {name: rows[0].index(title) for name, title in self.titles.items() if title in rows[0]}
        assert {"id", "grade", "modified"} <= set(at), "Moodle: invalid columns"
        skipped = []
        for cells in rows[1:]:
            who = cells[at["id"]][len(self.prefix) :]
            if "feedback" in at:
                self.comments[who] = cells[at["feedback"]]
            why = self._skips(who, cells[at["grade"]], cells[at["modified"]], tick)
            if why:
                skipped.append(f"{who}: {why}")
            else:
                self.grades[who] = self._number(cells[at["grade"]])
        return skipped

    def _skips(self, who: str, cell: str, date: str, tick: bool) -> str:
        if not cell.strip() or self._number(cell) < 0:
            return "empty"
        if self._number(cell) == self.grades.get(who):
            return "equal"
        if self._number(cell) > self.most:
            return "above the maximum"
        seen = datetime.strptime(date, "%d %B %Y, %H:%M") if date not in EMPTY else datetime(1970, 1, 1)
        if who in self.changed and self.changed[who] > seen + timedelta(seconds=60) and not tick:
            return "changed meanwhile"
        return ""

    def _number(self, cell: str) -> float:
        return float(cell.replace(self.sign, "."))


def moodle_zip_name(path: str, participants: set[str]) -> tuple[str, str] | None:
    """Return the participant and the file name that Moodle reads from a path in a feedback zip, None if it ignores it."""
    parts = path.split("/")
    if parts[-1].startswith((".", "~")):
        return None
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) < 4 or not info[1].isdigit() or info[1] not in participants:
            continue
        if (info[2], info[3]) not in (("assignsubmission", "file"), ("assignsubmission", "onlinetext")):
            continue
        rest = [info[4] if len(info) > 4 else "", *parts]
        return info[1], "/".join(rest).lstrip("/")
    return None


def canvas_zip_name(name: str, attachments: dict[str, str]) -> str | None:
    """Return the user whose submission has the attachment that a name in a feedback zip holds, None if it is ignored."""
    pieces = name.split("_")
    numbers = [piece for piece in pieces if piece.isdigit()][:2]
    if len(numbers) < 2 or name.startswith("._") or pieces[-1].startswith("link"):
        return None
    user, attachment = numbers
    return user if attachments.get(attachment) == user else None


def blackboard(data: bytes, users: dict[str, dict[str, str]]) -> list[str]:
    """Take an upload into `users` (by user name, grades by column id) and return the new columns that it makes."""
    text = data.decode("utf-16") if data.startswith((b"\xff\xfe", b"\xfe\xff")) else data.decode("utf-8-sig")
    delimiter = "\t" if "\t" in text.split("\n", 1)[0] else ","
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    header, new = rows[0], []
    for i, title in enumerate(header):
        if "[Total Pts" in title and "|" not in title:
            new.append(title)
        if "|" not in title:
            continue
        for cells in rows[1:]:
            users[cells[header.index("Username")]][title.rpartition("|")[2]] = cells[i]
    for field in ("Feedback to Learner", "Feedback Format"):
        for cells in rows[1:]:
            if field in header:
                users[cells[header.index("Username")]][field] = cells[header.index(field)]
    return new


def brightspace(data: bytes, users: dict[str, dict[str, str]], items: set[str]) -> None:
    """Take an upload into `users`, by OrgDefinedId or user name."""
    text = data.decode("utf-8")
    assert text.endswith("\r\n")
    assert text.count("\n") == text.count("\r\n")
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    assert header[-1] == "End-of-Line Indicator"
    assert header[0] in ("OrgDefinedId", "Username")
    at = next(i for i, title in enumerate(header) if title.endswith(" Points Grade"))
    assert header[at].removesuffix(" Points Grade") in items
    for cells in rows:
        assert cells[-1] == "#"
        users[cells[0].removeprefix("#")][header[at].removesuffix(" Points Grade")] = cells[at]
