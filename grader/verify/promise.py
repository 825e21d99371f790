"""Whoever is graded to try a rubric, and what is promised of each: the examples, the starter, the reference.

The reference is tried as a submission by wrapping it: it is called on the arguments of each case in this process, never
where student code runs, and what it returns is read and judged as a submission's answer is. Once as it is, in double
precision, and once in the precision of the arguments.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from grader.assignment import Assignment
from grader.report import Frozen

Kind = Literal["reference", "starter", "accepted", "wrong"]
ACCEPTED, WRONG, STARTER = "examples/accepted", "examples/wrong", "starter.py"
_FORMS = (".py", ".ipynb", ".zip")
#: The reference as it is, and rounded as the arguments are.
REFERENCES = ("the reference", "the reference, rounded like its arguments")


class Promise(Frozen):
    """What must come of a submission: exactly the checks `fails` are not passed, and `bug` is named if it is given."""

    name: str
    kind: Kind
    fails: tuple[str, ...] = ()
    bug: str = ""
    path: Path | None = None


def promises(assignment: Assignment) -> list[Promise]:
    """Return all that is promised, in the order in which it is shown."""
    folder, every = assignment.folder, tuple(check.id for check in assignment.manifest.check)
    found = [Promise(name=name, kind="reference") for name in REFERENCES]
    if (folder / STARTER).is_file():
        found.append(Promise(name=STARTER, kind="starter", fails=every, path=folder / STARTER))
    accepted = [Promise(name=f"accepted/{p.name}", kind="accepted", path=p) for p in _files(folder / ACCEPTED)]
    declared = assignment.manifest.examples.wrong
    wrong = [
        Promise(name=f"wrong/{p.name}", kind="wrong", fails=declared[p.stem].fails, bug=declared[p.stem].bug, path=p)
        for p in _files(folder / WRONG)
        if p.stem in declared
    ]
    return [*found, *accepted, *wrong]


def broken(assignment: Assignment) -> Iterator[str]:
    """Say what is missing before anything is tried: files without a promise, promises without a file."""
    folder = assignment.folder
    files, declared = _files(folder / WRONG), assignment.manifest.examples.wrong
    for path in files:
        if path.stem not in declared:
            yield f"{WRONG}/{path.name} stands nowhere in [examples.wrong]: say which checks it fails."
    for stem in sorted({*declared} - {path.stem for path in files}):
        yield f"[examples.wrong] speaks of {stem}, but there is no {WRONG}/{stem}.py."
    if not (folder / STARTER).is_file():
        yield f"There is no {STARTER}: give students something to start from, which gets no point."
    if not _files(folder / ACCEPTED):
        yield f"There is nothing in {ACCEPTED}: give at least one solution for each style that gets full marks."
    if not files:
        yield f"There is nothing in {WRONG}: give mistakes, so that each check has something that it refuses."


def _files(folder: Path) -> list[Path]:
    """Return what lies there in a form in which students hand in: a file, or a folder of some."""
    there = (path for path in folder.glob("[!.]*") if path.name != "__pycache__")
    return sorted(path for path in there if path.suffix.lower() in _FORMS or path.is_dir())
