"""The folder of a new assignment, written whole or not at all."""

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from grader.assignment import MANIFEST, Assignment, load_assignment
from grader.drafting.manifest import manifest
from grader.drafting.mistakes import REFERENCE, mistakes, solutions
from grader.drafting.shaping import Shaped, shaped
from grader.drafting.signature import Signature, signatures
from grader.drafting.template import TEMPLATE
from grader.errors import EnvironmentFaultError, UsageError
from grader.verify.promise import ACCEPTED, STARTER, WRONG

_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")


def write_assignment(folder: Path, source: Path | None = None) -> Assignment:
    """Write a new assignment into `folder`, for the functions of the reference `source` or of a small one of ours.

    Raises `UsageError` for a name or a reference that will not do, and where there is something already.
    """
    if not _NAME.fullmatch(folder.name):
        raise UsageError(
            f"{folder.name!r} is no name for an assignment: small letters, digits and hyphens, as in my-lab."
        )
    if folder.exists():
        raise UsageError(f"There is something at {folder} already.")
    try:
        text = source.read_text(encoding="utf-8-sig") if source else TEMPLATE
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{source} cannot be read: {error}.") from error
    found = signatures(text, str(source or REFERENCE))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as scratch:
            draft = Path(scratch) / folder.name
            draft.mkdir()
            _fill(draft, source, text, found)
            shutil.move(draft, folder)
    except OSError as error:
        raise EnvironmentFaultError(f"{folder} cannot be written: {error.strerror}.") from error
    return load_assignment(folder)


def _fill(draft: Path, source: Path | None, text: str, found: Sequence[Signature]) -> None:
    (draft / REFERENCE).write_text(text, encoding="utf-8")
    functions = shaped(source or draft / REFERENCE, found)  # a fault is told of the file that its author knows
    (draft / MANIFEST).write_text(manifest(draft.name, functions, ()), encoding="utf-8")
    assignment = load_assignment(draft)
    wrong = mistakes(assignment, text, functions)
    (draft / MANIFEST).write_text(manifest(draft.name, functions, wrong), encoding="utf-8")
    (draft / "README.md").write_text(_handout(assignment, functions), encoding="utf-8")
    (draft / STARTER).write_text(_starter(functions), encoding="utf-8")
    for where, files in (
        (ACCEPTED, solutions(text, functions)),
        (WRONG, {mistake.name: mistake.text for mistake in wrong}),
    ):
        (draft / where).mkdir(parents=True)
        for name, content in files.items():
            (draft / where / f"{name}.py").write_text(content, encoding="utf-8")


def _starter(functions: Sequence[Shaped]) -> str:
    parts = ['"""See README.md for what each function is to do."""\n\nimport numpy as np\n']
    for function in functions:
        told = function.told or "See README.md."
        parts.append(f'\n\ndef {function.call}:\n    """{told}"""\n    raise NotImplementedError("{function.name}")\n')
    return "".join(parts)


def _handout(assignment: Assignment, functions: Sequence[Shaped]) -> str:
    rows = "".join(f"| `{f.call}` | {_shapes(f.arguments)} | {_shapes(f.returns)} |\n" for f in functions)
    checks = "".join(f"| {c.points:g} | `{c.id}` | {c.title} |\n" for c in assignment.manifest.check)
    name = assignment.manifest.submission.entry
    said = "".join(f"- `{f.name}`: {f.told}\n" for f in functions if f.told)
    return (
        f"# {assignment.manifest.title}\n\nWrite these functions in one file, `{name}`, in NumPy or in PyTorch (start "
        f"from `{STARTER}`; a notebook will do as well). Inputs come in float32 and float64.\n\n"
        f"| function | takes | returns |\n|---|---|---|\n{rows}\n{said}\n"
        "The same inputs give the same answer, and the inputs are left as they were.\n\n"
        f"What is checked\n\n| points | check | what it shows |\n|---|---|---|\n{checks}\n"
        f"Try it before you hand it in: `grade {name} -a {assignment.manifest.id}`.\n"
    )


def _shapes(named: dict[str, tuple[str, ...]]) -> str:
    return ", ".join(f"{name} ({', '.join(shape)})" for name, shape in named.items())
