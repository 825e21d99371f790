"""The text of a new manifest, commented for whoever goes on with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from grader.drafting.mistakes import Mistake
from grader.drafting.shaping import Shaped
from grader.drafting.signature import Shape

_SMALLEST: Final = 5
_EXAMPLE_SIZES: Final = (2, 3, 4)
_HEAD: Final = """\
# The manifest of a lab: everything that can be said without code. An unknown key is told with its line.
# After each change: grade verify {id}
id = "{id}"
version = "0.1.0"
title = "{title}"
lesson = ""            # what the lab belongs to; reports send students there

[submission]
entry = "{entry}"      # what students call their file; a notebook will do as well
notebook = "defs"      # keep the definitions of a notebook and what they use; "all" keeps every statement
arguments = "auto"     # torch tensors, or NumPy arrays for a submission written in NumPy

[limits]
import_seconds = 20
call_seconds = 10
total_seconds = 120
memory_mb = 1024       # growth over the loaded interpreter

# Dimensions are drawn from this range, all different, so that no two can be mistaken for each other; and once all that
# `square` names are equal, so that a mistake that only square matrices survive is told by its numbers.
[sizes]
smallest = {smallest}
largest = {largest}
square = [{square}]
"""
_FUNCTION: Final = """
[[function]]
name = "{name}"
aliases = []           # other names under which a submission may define it
reference = "reference.py:{name}"    # in this folder; no submission ever sees it
# rounding = "reference.py:{name}_rounding"    a bound on a right answer's rounding; it is estimated without
"""
_CHECKS: Final = """
# The rubric. Each check has its points, and what a student who fails it should look at.
[[check]]
id = "shapes"
kind = "shapes"
title = "Every function returns what is asked, in the right shape"
points = 20
hint = "Write down the shape of every array, line by line."
of = [{names}]

[[check]]
id = "numbers"
kind = "match"
title = "The numbers are right"
points = {points}
hint = "Work out one entry by hand."
of = [{names}]
against = "the reference"    # who says so, as the sentence to the student has it

[[check]]
id = "purity"
kind = "purity"
title = "The same question gets the same answer, and inputs stay as they are"
points = 10
hint = "Does any line change an argument in place?"
of = [{names}]
tolerance = 0.00001
"""
_WORKED: Final = """
[[check]]
id = "worked_example"
kind = "worked_example"
title = "An example small enough for paper comes out to three decimals"
points = 20
hint = "Do it on paper: where does your first number leave the page?"
decimals = 3
"""
_EXAMPLES: Final = """
# Each file in examples/wrong makes one mistake; here stands which checks it fails. It passes all others. Every file in
# examples/accepted gets full marks. Where the bug has a name in the catalogue, add bug = "its-name".
[examples.wrong]
"""
_MUTANTS: Final = """
# `grade verify` also tries mutants of the reference. One that gets full marks shows what the rubric does not see: give
# it a check, or say here why it may pass. In an id a * stands for any text.
# [[mutant]]
# id = "{name}: *"
# reason = "..."
"""


def manifest(name: str, functions: Sequence[Shaped], examples: Sequence[Mistake]) -> str:
    """Return the manifest of the assignment `name` with these functions and wrong examples."""
    dimensions = list(dict.fromkeys(d for f in functions for shape in f.arguments.values() for d in shape))
    names = ", ".join(_quoted(f.name) for f in functions)
    worked = list(_worked(functions))
    head = _HEAD.format(
        id=name,
        title=name.replace("-", " ").capitalize(),
        entry=entry(name),
        smallest=_SMALLEST,
        largest=_SMALLEST + max(6, len(dimensions)),
        square=_list(dimensions) if len(dimensions) > 1 else "",
    )
    parts = [head, *map(_function, functions), _CHECKS.format(names=names, points=50 if worked else 70)]
    parts += [_WORKED, *worked] if worked else []
    parts += [_EXAMPLES, *(f"{_key(m.name)} = {{ fails = {_list(m.fails)} }}\n" for m in examples)]
    return "".join((*parts, _MUTANTS.format(name=functions[0].name)))


def entry(name: str) -> str:
    """Return what students call their file."""
    return f"{name.replace('-', '_')}.py"


def _quoted(value: object) -> str:
    """Return a string, or a list of some, as TOML has it, which is as JSON has it."""
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    """Return a name as a key of TOML: bare where it may be."""
    return name if name.isascii() else _quoted(name)


def _list(names: Sequence[str]) -> str:
    return _quoted(list(names))


def _function(function: Shaped) -> str:
    arguments = [f'    {{ name = "{n}", shape = {_list(s)}, spread = 1.0 }},' for n, s in function.arguments.items()]
    returns = [f'    {{ name = "{n}", shape = {_list(s)} }},' for n, s in function.returns.items()]
    lines = ["arguments = [", *arguments, "]", "returns = [", *returns, "]"]
    return _FUNCTION.format(name=function.name) + "\n".join(lines) + "\n"


def _worked(functions: Sequence[Shaped]) -> Iterator[str]:
    """Yield a small call of each function that takes matrices only, the one form that can be written out."""
    rng = np.random.default_rng(1)
    for function in functions:
        dimensions = list(dict.fromkeys(d for shape in function.arguments.values() for d in shape))
        if all(len(shape) == 2 for shape in function.arguments.values()) and len(dimensions) <= len(_EXAMPLE_SIZES):
            sizes = dict(zip(dimensions, _EXAMPLE_SIZES, strict=False))
            given = ", ".join(f"{_key(n)} = {_drawn(s, sizes, rng)}" for n, s in function.arguments.items())
            yield f'\n[[check.given]]\nfunction = "{function.name}"\narguments = {{ {given} }}\n'


def _drawn(shape: Shape, sizes: Mapping[str, int], rng: np.random.Generator) -> str:
    return json.dumps(rng.integers(-2, 4, [sizes[name] for name in shape]).tolist())
