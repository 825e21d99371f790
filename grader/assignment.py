"""An assignment: one folder, data first. Reading it runs no code but the author's own kinds of check, if there are any.

`assignment.toml` names the lab's functions, limits, rules, rubric and examples; anything in it that is unknown or
does not fit is an `AssignmentError` with the line.
"""

import hashlib
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, Field, ValidationError, create_model

from grader.authored import run_authored
from grader.checks import sentence
from grader.checks.item import Item
from grader.checks.kinds import any_item_or
from grader.errors import AssignmentError
from grader.fitting import problems
from grader.manifest import Manifest
from grader.report import AssignmentInfo, Frozen
from grader.tomlplaces import line_of

MANIFEST = "assignment.toml"
OWN_CHECKS = "checks.py"


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
        manifest = _manifest_model(folder).of(tomllib.loads(text))
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


def _manifest_model(folder: Path) -> type[Manifest]:
    """Return the manifest's model; with the kinds of check that the folder's `checks.py` defines, if there is one."""
    path = folder / OWN_CHECKS
    if not path.exists():
        return Manifest
    made = [value for value in vars(run_authored(path)).values() if isinstance(value, type) and issubclass(value, Item)]
    own = [kind for kind in made if kind.__module__.startswith(run_authored.__module__) and _names_itself(kind)]
    try:
        checks: Any = tuple[any_item_or(own), ...]  # type: ignore[misc]  # a type, made here
        return create_model("Manifest", __base__=Manifest, check=(checks, Field(min_length=1)))
    except TypeError as error:  # two of one name
        raise AssignmentError(f"{path}: {error}.") from error


def _names_itself(kind: type[Item]) -> bool:
    """Whether a class is a kind of its own; one that is not is there for others to be made of."""
    return "kind" in inspect.get_annotations(kind)


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
    models = [m for m in _models(Frozen) if m.__module__.startswith(_TELLING)]
    known = sorted({key for model in models for key in model.model_fields})
    fields = [model.model_fields["kind"] for model in models if "kind" in model.model_fields]
    kinds = {kind for field in fields for kind in get_args(field.annotation)}
    for problem in error.errors():
        loc = problem["loc"]  # behind a number pydantic puts the kind of a [[check]] or of an argument
        keys = [key for at, key in enumerate(loc) if not (at and isinstance(loc[at - 1], int) and key in kinds)]
        at, name = f"{path}:{line_of(text, keys)}: ", ".".join(map(str, keys))
        if problem["type"] == "extra_forbidden":
            yield at + _ended(f'unknown key "{name}"{sentence.nearest(str(keys[-1]), known)}')
        elif problem["type"] == "missing":
            yield f'{at}"{name}" is missing.'
        else:
            yield at + _ended(f"{name + ': ' if name else ''}{problem['msg'].removeprefix('Value error, ')}")


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for child in model.__subclasses__():
        yield child
        yield from _models(child)


#: Modules whose models are the parts of a manifest.
_TELLING = ("grader.manifest", "grader.authored", "grader.checks.", "grader.deadline")
