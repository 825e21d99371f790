"""An assignment: one folder, data first. Reading it runs no code.

`assignment.toml` names the lab's functions, limits, rules, rubric and examples; anything in it that is unknown or
does not fit is an `AssignmentError` with the line.
"""

import difflib
import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from pydantic import BaseModel, ValidationError

from grader.errors import AssignmentError
from grader.fitting import problems
from grader.manifest import Manifest
from grader.report import AssignmentInfo, Frozen

MANIFEST = "assignment.toml"


class Assignment(Frozen):
    """A manifest, where it lies, and the digest of everything in its folder."""

    folder: Path
    digest: str
    manifest: Manifest

    @property
    def info(self) -> AssignmentInfo:
        """What the report says about the assignment."""
        return AssignmentInfo(id=self.manifest.id, version=self.manifest.version, digest=self.digest)

    @property
    def max_score(self) -> float:
        """The points of all checks together, but for extra ones."""
        return sum(item.points for item in self.manifest.check if not item.extra)


def load_assignment(folder: Path) -> Assignment:
    """Read the assignment in `folder`; raise `AssignmentError` with file and line for whatever is wrong in it."""
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
        manifest = Manifest.model_validate(tomllib.loads(text))
    except OSError as error:
        raise AssignmentError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssignmentError(f"{path} is not TOML: {error}.") from error
    except ValidationError as error:
        raise AssignmentError("\n".join(_explain(path, text, error))) from error
    told = [f"{path}:{line_of(text, problem.keys)}: {_ended(problem.message)}" for problem in problems(manifest)]
    if told:
        raise AssignmentError("\n".join(told))
    return Assignment(folder=folder.resolve(), digest=_digest(folder), manifest=manifest)


def _ended(message: str) -> str:
    return message if message.endswith("?") else f"{message}."


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    files = sorted(p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def _explain(path: Path, text: str, error: ValidationError) -> Iterator[str]:
    """Say each mistake in one line: file, line, key, what is wrong, and the key that was meant."""
    for problem in error.errors():
        loc = problem["loc"]  # behind a number pydantic puts the kind of a [[check]] or of an argument
        keys = [key for at, key in enumerate(loc) if not (at and isinstance(loc[at - 1], int) and key in _KINDS)]
        at, name = f"{path}:{line_of(text, keys)}: ", ".".join(map(str, keys))
        if problem["type"] == "extra_forbidden":
            near = difflib.get_close_matches(str(keys[-1]), _KEYS, n=1)
            yield f'{at}unknown key "{name}"' + (f'; did you mean "{near[0]}"?' if near else ".")
        elif problem["type"] == "missing":
            yield f'{at}"{name}" is missing.'
        else:
            yield f"{at}{name + ': ' if name else ''}{problem['msg'].removeprefix('Value error, ')}."


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for child in model.__subclasses__():
        yield child
        yield from _models(child)


_MODELS = [m for m in _models(Frozen) if m.__module__.startswith(("grader.manifest", "grader.checks."))]
_KEYS = sorted({key for model in _MODELS for key in model.model_fields})
_KINDS = {
    kind
    for model in _MODELS
    if "kind" in model.model_fields
    for kind in get_args(model.model_fields["kind"].annotation)
}


def line_of(text: str, keys: Sequence[str | int]) -> int:
    """Return the line of TOML where the path `keys` stands, or that of the nearest table around it, or 1."""
    seen: Counter[str] = Counter()
    table: list[str | int] = []
    depth, found = 0, 1
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*(\[\[?)\s*([\w.-]+)\s*\]", line):
            table = list(header[2].split("."))
            if header[1] == "[[":
                table.append(seen[header[2]])
                seen[header[2]] += 1
            steps = table
        elif assigned := re.match(r"\s*([\w-]+)\s*=", line):
            steps = [*table, assigned[1]]
        else:
            continue
        if len(steps) > depth and steps == list(keys[: len(steps)]):
            depth, found = len(steps), number
    return found
