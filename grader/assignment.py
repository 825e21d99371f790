"""An assignment: one folder, data first. Reading it runs no code but the author's own kinds of check, if there are any.

`assignment.toml` names the lab's functions, limits, rules, rubric and examples; anything in it that is unknown or
does not fit is an `AssignmentError` with the line.
"""

import hashlib
import inspect
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError, create_model
from pydantic_core import ErrorDetails

from grader.authored import run_authored
from grader.checks import sentence
from grader.checks.item import Item
from grader.checks.kinds import any_item_or
from grader.errors import AssignmentError
from grader.fitting import missing_files, problems
from grader.manifest import Manifest
from grader.report import AssignmentInfo, Frozen
from grader.tomlplaces import Keys, line_of

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
        text = path.read_text(encoding="utf-8-sig")
        manifest = _manifest_model(folder).of(tomllib.loads(text))
    except OSError as error:
        raise AssignmentError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AssignmentError(f"{path} is not TOML: {error}.") from error
    except ValidationError as error:
        raise AssignmentError("\n".join(_explain(path, text, error))) from error
    found = (*problems(manifest), *missing_files(manifest, folder))
    told = [f"{path}:{line_of(text, problem.keys)}: {_ended(problem.message)}" for problem in found]
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
    """Return the digest of all files but those of a file manager, an editor or Python: they change nothing."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        name = path.relative_to(folder)
        if any(part.startswith(".") or part == "__pycache__" for part in name.parts):
            continue
        data = path.read_bytes()
        digest.update(f"{name.as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def _explain(path: Path, text: str, error: ValidationError) -> Iterator[str]:
    """Say each mistake in one line: file, line, key, what is wrong, and the key that was meant."""
    models = [m for m in _models(Frozen) if m.__module__.startswith(_TELLING)]
    known = sorted({key for model in models for key in model.model_fields})
    for keys, wrong in _by_place(tomllib.loads(text), error.errors()).items():
        yield f"{path}:{line_of(text, keys)}: {_ended(_told(keys, wrong, known))}"


def _by_place(written: dict[str, Any], errors: Sequence[ErrorDetails]) -> dict[Keys, list[ErrorDetails]]:
    """Return mistakes by where they stand. What holds others is left out: it is only wrong because of them."""
    found: dict[Keys, list[ErrorDetails]] = {}
    for error in errors:
        found.setdefault(_place(written, error), []).append(error)
    around = {keys[:end] for keys in found for end in range(len(keys))}
    return {keys: wrong for keys, wrong in found.items() if keys not in around}


def _place(written: Any, error: ErrorDetails) -> Keys:  # noqa: ANN401  # what TOML holds
    """Return the keys that lead to a mistake: pydantic puts between them which of several types it tried."""
    keys: list[str | int] = []
    for key in error["loc"]:
        with suppress(LookupError, TypeError):
            written = written[key]
            keys.append(key)
    return (*keys, error["loc"][-1]) if error["type"] == "missing" else tuple(keys)


def _told(keys: Keys, wrong: Sequence[ErrorDetails], known: Sequence[str]) -> str:
    """Say what is wrong at one place: several things where it may be of several types and is of none."""
    name, first = ".".join(map(str, keys)), wrong[0]
    match first["type"]:
        case "extra_forbidden":
            return f'unknown key "{name}"{sentence.nearest(str(keys[-1]), known)}'
        case "missing":
            return f'"{name}" is missing'
        case "union_tag_not_found":
            return f'"{name}.kind" is missing' if isinstance(first["input"], dict) else f"{name} is to be a table"
    ours = [each for each in wrong if each["type"] == "value_error"] or wrong
    said = [each["msg"].removeprefix("Value error, ") for each in ours]
    if len(said) > 1:
        types = [each.partition(",")[0].removeprefix("Input should be ") for each in said]
        said = [f"Input should be {' or '.join(types)}"]
    return f"{name + ': ' if name else ''}{said[0]}"


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for child in model.__subclasses__():
        yield child
        yield from _models(child)


#: Modules whose models are the parts of a manifest.
_TELLING = ("grader.manifest", "grader.authored", "grader.checks.", "grader.deadline")
