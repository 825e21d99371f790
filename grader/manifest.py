"""What `assignment.toml` may say, as data: functions, limits, rules, the rubric, promises about examples, terms."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from grader.checks.kinds import AnyItem
from grader.checks.lab import Function, Lab, SizeRange
from grader.checks.tolerance import NAMED, Positive
from grader.deadline import HandIn
from grader.report import Frozen


class Limits(Frozen):
    """What a submission may use. Times in seconds of wall clock; memory beyond that of the loaded interpreter."""

    import_seconds: float = Field(gt=0)
    call_seconds: float = Field(gt=0)
    total_seconds: float = Field(gt=0)
    memory_mb: int = Field(ge=64)


class Intake(Frozen):
    """What a student hands in: the usual file name, how a notebook is read, what the functions are given.

    `files`: further modules that must be there, as they are called beside the first one.
    `notebook`: `defs` keeps definitions and whatever they use; `all` keeps every statement.
    `standins`: packages (for plots) whose import succeeds and does nothing where they are not installed.
    `arguments`: `auto` gives NumPy arrays to a submission written in NumPy and torch tensors to any other.
    """

    entry: str
    files: tuple[Annotated[str, Field(pattern=r"^[\w/-]+\.py$")], ...] = ()
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
    """What a known-wrong example must show: the bug it is, and exactly the checks that it does not pass.

    Without a `bug` nothing is promised about what is named: a lab that is not attention has few named bugs.
    """

    bug: str = ""
    fails: tuple[str, ...] = Field(min_length=1)


class Examples(Frozen):
    """Promises about the files in `examples/wrong`, by stem. Those in `examples/accepted` all get full marks."""

    wrong: dict[str, WrongExample] = Field(default_factory=dict)


class Mutant(Frozen):
    """Mutants of the reference that may get full marks, and why: what `grade verify` lists by ids like `id`.

    In an `id` a * stands for any text.
    """

    id: str = Field(min_length=1)
    reason: str = Field(min_length=1)


class Manifest(Frozen):
    """The whole of `assignment.toml`. `tolerances` have names, by which checks ask for them."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    version: str
    title: str
    lesson: str
    submission: Intake
    limits: Limits
    sizes: SizeRange
    tolerances: dict[str, Positive] = Field(default_factory=dict)
    function: tuple[Function, ...] = Field(min_length=1)
    deny: tuple[Deny, ...] = ()
    check: tuple[AnyItem, ...] = Field(min_length=1)
    examples: Examples = Examples()
    mutant: tuple[Mutant, ...] = ()
    feedback: Feedback = Feedback()
    hand_in: HandIn = HandIn()

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Self:
        """Return what is written as a manifest, each named tolerance as its number; raise `ValidationError`."""
        return cls.model_validate(written, context={NAMED: written.get(NAMED)})

    @property
    def function_names(self) -> tuple[str, ...]:
        """The names under which the lab's functions may be found, or classes in their place."""
        found = [each for function in self.function for each in (function, function.from_class) if each]
        return tuple(name for each in found for name in (each.name, *each.aliases))

    @property
    def fresh(self) -> bool:
        """Whether a question has several sets of numbers to choose from, so that each student is asked with others."""
        return any(len(choices) > 1 for function in self.function for choices in function.said.values())

    def with_first_numbers(self) -> Self:
        """Return this manifest with the first set of numbers in each question: those that examples are written for."""
        first = tuple(f.model_copy(update={"said": {n: c[:1] for n, c in f.said.items()}}) for f in self.function)
        return self.model_copy(update={"function": first})

    @property
    def lab(self) -> Lab:
        """The functions and the sizes, as the checks want them."""
        return Lab(functions={f.name: f for f in self.function}, sizes=self.sizes)
