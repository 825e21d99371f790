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
from typing import Literal, Self, get_args

from pydantic import BaseModel, Field, ValidationError, model_validator

from grader.checks.item import Item
from grader.checks.kinds import AnyItem
from grader.checks.lab import Function, Lab, SizeRange
from grader.deadline import HandIn
from grader.errors import AssignmentError
from grader.report import AssignmentInfo, Frozen

MANIFEST = "assignment.toml"


class Limits(Frozen):
    """What a submission may use. Times in seconds of wall clock; memory beyond that of the loaded interpreter."""

    import_seconds: float = Field(gt=0)
    call_seconds: float = Field(gt=0)
    total_seconds: float = Field(gt=0)
    memory_mb: int = Field(ge=64)


class Intake(Frozen):
    """What a student hands in: the usual file name, how a notebook is read, what the functions are given.

    `notebook`: `defs` keeps definitions and whatever they use; `all` keeps every statement.
    `standins`: packages (for plots) whose import succeeds and does nothing where they are not installed.
    `arguments`: `auto` gives NumPy arrays to a submission written in NumPy and torch tensors to any other.
    """

    entry: str
    notebook: Literal["defs", "all"] = "defs"
    arguments: Literal["auto", "torch", "numpy"] = "auto"
    standins: tuple[str, ...] = Field(default=(), max_length=64)


class Deny(Frozen):
    """Library functions that students write themselves: everywhere, or only inside the named functions.

    Calls of `names` fail. Names below `ways_round` lead to the same functions; they are remarked on, for a person.
    """

    names: tuple[str, ...] = Field(min_length=1, max_length=64)
    ways_round: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    message: str


class Feedback(Frozen):
    """What a student is told of a bug. `level`: 1 a question, 2 its line as well, 3 the changed line too.

    `language` is that of the words; `words` a file beside the manifest whose entries take the place of the usual ones.
    """

    level: Literal[1, 2, 3] = 2
    language: str = Field(default="en", pattern=r"^[a-z]{2,3}$")
    words: str = ""


class WrongExample(Frozen):
    """What a known-wrong example must show: the bug it is, and exactly the checks that it does not pass."""

    bug: str
    fails: tuple[str, ...] = Field(min_length=1)


class Examples(Frozen):
    """Promises about the files in `examples/wrong`, by stem. Those in `examples/accepted` all get full marks."""

    wrong: dict[str, WrongExample] = Field(default_factory=dict)


class Manifest(Frozen):
    """The whole of `assignment.toml`."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    version: str
    title: str
    lesson: str
    submission: Intake
    limits: Limits
    sizes: SizeRange
    function: tuple[Function, ...] = Field(min_length=1)
    deny: tuple[Deny, ...] = ()
    check: tuple[AnyItem, ...] = Field(min_length=1)
    examples: Examples = Examples()
    feedback: Feedback = Feedback()
    hand_in: HandIn = HandIn()

    @property
    def function_names(self) -> tuple[str, ...]:
        """The names under which the lab's functions may be found."""
        return tuple(name for function in self.function for name in (function.name, *function.aliases))

    @property
    def lab(self) -> Lab:
        """The functions and the sizes, as the checks want them."""
        return Lab(functions={f.name: f for f in self.function}, sizes=self.sizes)

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        for problem in self._problems():
            raise ValueError(problem)
        return self

    def _problems(self) -> Iterator[str]:
        for kind, names in (("function", [f.name for f in self.function]), ("check", [c.id for c in self.check])):
            yield from (f'two {kind}s are called "{name}"' for name, n in Counter(names).items() if n > 1)
        for check in self.check:
            yield from self._problems_of(check)
        sizes, dimensions = self.sizes, self.lab.dimensions
        if sizes.largest - sizes.smallest + 1 < len(dimensions):
            yield f"sizes {sizes.smallest} to {sizes.largest} are too few for {len(dimensions)} different dimensions"
        ids = {check.id for check in self.check}
        for name, example in self.examples.wrong.items():
            for missing in set(example.fails) - ids:
                yield f'example "{name}" fails "{missing}", but no [[check]] has that id'

    def _problems_of(self, check: Item) -> Iterator[str]:
        functions = self.lab.functions
        for name in check.functions():
            if name not in functions:
                yield f'check "{check.id}" calls "{name}", but no [[function]] has that name'
                return
        for name, value in check.refs():
            if value not in {returned.name for returned in functions[name].returns}:
                yield f'check "{check.id}" names "{name}.{value}", but {name} returns no "{value}"'
        for name, argument in check.takes():
            if argument not in {taken.name for taken in functions[name].arguments}:
                yield f'check "{check.id}" names "{name}({argument})", but {name} takes no "{argument}"'


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
        """The points of all checks together."""
        return sum(item.points for item in self.manifest.check)


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
    return Assignment(folder=folder.resolve(), digest=_digest(folder), manifest=manifest)


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
        keys = [key for key in problem["loc"] if key not in _KINDS]  # pydantic adds the kind of a [[check]]
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


_MODELS = [
    m for m in _models(Frozen) if m.__module__.startswith(("grader.assignment", "grader.checks.", "grader.deadline"))
]
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
