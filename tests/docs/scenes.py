"""The folder in which each document is followed: what its reader has before the first command. Students are numbers."""

import io
import shutil
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.conftest import ATTENTION, ROOT
from tests.lms.downloads import blackboard, brightspace, canvas, gradescope, laid, moodle

EXAMPLES = ATTENTION / "examples"
WRONG = (EXAMPLES / "wrong" / "scale_by_dk.py").read_text()
RIGHT = (EXAMPLES / "accepted" / "matmul.py").read_text()
OVER_QUERIES = (EXAMPLES / "wrong" / "softmax_over_queries.py").read_text()
EMPTY = ""


def student(here: Path) -> None:
    """A student's own file, and two things that cannot be graded."""
    laid(here, {"attention.py": WRONG, "essay.txt": "words\n", "empty.py": EMPTY})


def instructor(here: Path) -> None:
    """Downloads of five platforms with the gradebooks that go with them, and a plain folder."""
    laid(here / "handed-in", {"one.py": RIGHT, "two.py": WRONG, "three.py": OVER_QUERIES, "four.py": EMPTY})
    works = [("Student 1", 101, RIGHT), ("Student 2", 102, WRONG), ("Student 3", 103, EMPTY)]
    downloads: dict[str, Mapping[str, str]] = {
        "canvas.zip": {canvas(name, user, 7000 + user, "attention.py"): work for name, user, work in works},
        "moodle.zip": {f"{moodle(name, user)}/attention.py": work for name, user, work in works},
        "gradescope.zip": {
            **{f"assignment_9_export/submission_{user}/attention.py": work for _, user, work in works},
            "assignment_9_export/submission_metadata.yml": gradescope(
                *((user, [(name, f"s{user}", f"s{user}@example.org")]) for name, user, _ in works)
            ),
        },
        "blackboard.zip": _blackboard(works),
        "brightspace.zip": {
            **{
                f"{brightspace(9000 + user, 55, name, 'Mar 3, 2026 102 PM')}/attention.py": work
                for name, user, work in works
            },
            "index.html": "<p>Lab</p>",
        },
    }
    for file, content in downloads.items():
        (here / file).write_bytes(_zip(content))
    laid(
        here,
        {
            "canvas-gradebook.csv": "Student,ID,SIS Login ID,Section,Attention (5512)\n    Points Possible,,,,100\n"
            + "".join(f"{name},{user},s{user},A,\n" for name, user, _ in works),
            "moodle-worksheet.csv": "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
            "Last modified (grade),Feedback comments\n"
            + "".join(
                f"Participant {user},{name},s{user}@example.org,Submitted for grading,,100.00,Yes,-,\n"
                for name, user, _ in works
            ),
            "blackboard-column.csv": "Last Name,First Name,Username,Student ID,"
            "Attention [Total Pts: 100 Score] |31\n"
            + "".join(f"{name[-1]},Student,s{user},{user},\n" for name, user, _ in works),
            "brightspace-gradebook.csv": "OrgDefinedId,Username,Last Name,First Name,"
            "Attention Points Grade <Numeric MaxPoints:100>,End-of-Line Indicator\n"
            + "".join(f"#{user},s{user},{name[-1]},Student,,#\n" for name, user, _ in works),
        },
    )
    for lab in (ATTENTION, ATTENTION.parent / "knowledge-check"):
        shutil.copytree(lab, here / lab.name, ignore=shutil.ignore_patterns("examples"))


def tree(here: Path) -> None:
    """A clone, as far as it is looked at."""
    for name in ("assignments", "pyproject.toml", "Makefile", "docs", "constraints.txt"):
        (here / name).symlink_to(ROOT / name)


#: The scene of each document that has commands or Python.
SCENES: dict[str, Callable[[Path], None]] = {
    "README.md": tree,
    "docs/commands.md": student,
    "docs/contributing.md": tree,
    "docs/instructor.md": instructor,
    "docs/python.md": student,
    "docs/security.md": student,
    "docs/student.md": student,
}


def _blackboard(works: list[tuple[str, int, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, user, work in works:
        stamp = "2026-03-03-13-02-03"
        files = blackboard("Lab", f"s{user}", stamp, {"attention.py": "attention.py"}, name=name)
        found |= files | {f"Lab_s{user}_attempt_{stamp}_attention.py": work}
    return found


def _zip(files: Mapping[str, str]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return into.getvalue()
