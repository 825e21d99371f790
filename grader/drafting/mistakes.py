"""Examples for a new assignment: the reference's text as a student would hand it in, right and with one slip each."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from grader.assignment import Assignment
from grader.drafting.shaping import Shaped
from grader.report import Status
from grader.verify.judged import judged
from grader.verify.patience import Patience
from grader.verify.texts import read_or_fail, texts

REFERENCE: Final = "reference.py"
_MOST_SLIPS: Final = 8
_SEEDS: Final = (1, 2, 3)
#: Seconds for one call of a mistake, and for all: an example that takes long is none to begin with.
_CALL_SECONDS: Final = 2.0
_ALL_SECONDS: Final = 20.0


class Mistake(NamedTuple):
    """A wrong example: its name, its text, and the checks that it does not pass."""

    name: str
    text: str
    fails: tuple[str, ...]


#: What can be put around the last value of a function, as a text: {0} is the value, {1} the first argument.
_AROUND: Final[Mapping[str, tuple[str, str]]] = {
    "changes_its_argument": ("The argument {1} is changed in place.", "{1} *= 2"),
    "rounded": ("The result is rounded to three decimals.", "{0} = {0}.round(3)"),
    "half_precision": ("The result is of half precision.", '{0} = {0}.astype("float16")'),
    "axis_too_many": ("The result has an axis too many.", "{0} = {0}[None]"),
}


def solutions(text: str, functions: Sequence[Shaped]) -> dict[str, str]:
    """Return right solutions by their names: the reference, and the same in single precision."""
    single = "".join(_around(f, '{0} = {0}.astype("float32")') for f in functions)
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
    names = {function.name: function.name for function in functions}
    for changed in texts(text):
        said = f"In {changed.function} `{changed.before}` became `{changed.after}`."
        body = _headed(said, changed.text, "")
        yield Mistake(changed.slip, body, _fails(assignment, body, names))
    for name, (said, line) in _AROUND.items():
        first = functions[0]
        sentence = said.format("", next(iter(first.arguments)))
        body = _headed(sentence, text, _around(first, line))
        yield Mistake(name, body, _fails(assignment, body, names))


def _fails(assignment: Assignment, body: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the checks that a text's functions do not pass; none if that hangs on the seed, or takes long."""
    make = partial(read_or_fail, body, assignment.folder / REFERENCE, names)
    found = set()
    for seed in _SEEDS:
        patience = Patience(_CALL_SECONDS, _ALL_SECONDS)
        with np.errstate(all="ignore"):  # a mistake may give anything
            told = list(judged(assignment, partial(patience.functions, make, names), seed))
        if patience.ended:
            return ()
        found.add(tuple(check.id for check, _ in told if check.status is not Status.PASSED))
    return found.pop() if len(found) == 1 else ()


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
    """Return code that has `line` done behind a function, with its last value by a name that is no argument's."""
    taken = ", ".join(function.arguments)
    values = [f"_value_{at}" for at, _ in enumerate(function.returns, start=1)]
    return (
        f"\n\n_written_{function.name} = {function.name}\n\n\ndef {function.name}({taken}):\n"
        f"    {', '.join(values)} = _written_{function.name}({taken})\n"
        f"    {line.format(values[-1], next(iter(function.arguments)))}\n"
        f"    return {', '.join(values)}\n"
    )
