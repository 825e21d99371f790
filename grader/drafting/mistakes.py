"""Examples for a new assignment: the reference's text as a student would hand it in, right and with one slip each."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from grader.assignment import Assignment
from grader.drafting.shaping import Shaped
from grader.report import Status
from grader.verify.judged import judged
from grader.verify.mutant import Functions
from grader.verify.texts import texts

_MOST_SLIPS: Final = 8
_SEEDS: Final = (1, 2, 3)


class Mistake(NamedTuple):
    """A wrong example: its name, its text, and the checks that it does not pass."""

    name: str
    text: str
    fails: tuple[str, ...]


#: What can be put around the last value of a function, as a text: {0} is the value, {1} the first argument.
_AROUND: Final[Mapping[str, tuple[str, str]]] = {
    "changes_its_argument": ("The argument {1} is changed in place.", "{1} *= 2"),
    "rounded": ("The result is rounded to three decimals.", "{0} = np.round({0}, 3)"),
    "half_precision": ("The result is of half precision.", "{0} = {0}.astype(np.float16)"),
    "axis_too_many": ("The result has an axis too many.", "{0} = {0}[None]"),
}


def solutions(text: str, functions: Sequence[Shaped]) -> dict[str, str]:
    """Return right solutions by their names: the reference, and the same in single precision."""
    single = "".join(_around(f, "{0} = {0}.astype(np.float32)") for f in functions)
    return {
        "as_the_reference": text,
        "single_precision": _headed("All results are of single precision.", text, single),
    }


def mistakes(assignment: Assignment, text: str, functions: Sequence[Shaped]) -> list[Mistake]:
    """Return wrong examples that fail the same checks with any seed: one for each kind of slip, and some usual ones."""
    found = [m for m in _candidates(assignment, text, functions) if m.fails]
    every = len(assignment.manifest.check)
    slips: dict[str, Mistake] = {}
    for mistake in found:
        if mistake.name not in _AROUND and len(mistake.fails) < every:
            slips.setdefault(mistake.name, mistake)
    return [*list(slips.values())[:_MOST_SLIPS], *[m for m in found if m.name in _AROUND]]


def _candidates(assignment: Assignment, text: str, functions: Sequence[Shaped]) -> Iterator[Mistake]:
    names = [function.name for function in functions]
    for changed in texts(text):
        said = f"In {changed.function} `{changed.before}` became `{changed.after}`."
        body = _headed(said, changed.text, "")
        yield Mistake(changed.slip, body, _fails(assignment, lambda body=body: _run(body, names)))  # type: ignore[misc]
    for name, (said, line) in _AROUND.items():
        first = functions[0]
        sentence = said.format("", next(iter(first.arguments)))
        body = _headed(sentence, text, _around(first, line))
        yield Mistake(name, body, _fails(assignment, lambda body=body: _run(body, names)))  # type: ignore[misc]


def _fails(assignment: Assignment, make: Callable[[], Functions]) -> tuple[str, ...]:
    """Return the checks that functions do not pass; none if that hangs on the seed."""
    with np.errstate(all="ignore"):  # a mistake may give anything
        found = {
            tuple(check.id for check, _ in judged(assignment, make, seed) if check.status is not Status.PASSED)
            for seed in _SEEDS
        }
    return found.pop() if len(found) == 1 else ()


def _run(text: str, names: Sequence[str]) -> Functions:
    space = {"__name__": "grader.draft"}
    exec(compile(text, "draft", "exec"), space)  # noqa: S102  # the author's reference, with one place changed
    return {name: space[name] for name in names}  # type: ignore[misc]  # functions, all of them


def _headed(said: str, text: str, more: str) -> str:
    """Put a sentence in the place of the text's own first string, and more code behind it."""
    tree = ast.parse(text)
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    lines = text.splitlines(keepends=True)
    start = body[0].lineno - 1 if body else len(lines)
    while start and lines[start - 1].lstrip().startswith(("#", "@")):
        start -= 1
    rest = "".join(lines[start:]).rstrip("\n")
    return f'"""{said}"""\n\n{rest}\n{more}'


def _around(function: Shaped, line: str) -> str:
    """Return code that has `line` done behind a function, with its last value by name."""
    taken = ", ".join(function.arguments)
    *_, value = function.returns
    single = len(function.returns) == 1
    names = value if single else ", ".join(function.returns)
    return (
        f"\n\n_written_{function.name} = {function.name}\n\n\ndef {function.name}({taken}):\n"
        f"    {names} = _written_{function.name}({taken})\n    {line.format(value, next(iter(function.arguments)))}\n"
        f"    return {names}\n"
    )
