"""What does not fit together in a manifest whose keys are all right: names that nothing has, promises in vain."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from grader.checks import sentence
from grader.checks.argument import Size, names_in
from grader.checks.item import Item
from grader.checks.lab import Function
from grader.manifest import Manifest


class Problem(NamedTuple):
    """What does not fit together, and where it stands: the keys that lead there."""

    keys: tuple[str | int, ...]
    message: str


def problems(manifest: Manifest) -> Iterator[Problem]:
    """Say all that does not fit together."""
    yield from _twice("function", [function.name for function in manifest.function])
    yield from _twice("check", [check.id for check in manifest.check])
    for at, check in enumerate(manifest.check):
        earlier = [other.id for other in manifest.check[:at]]
        yield from (Problem(("check", at), told) for told in _of_check(manifest, check, earlier))
    for at, function in enumerate(manifest.function):
        yield from (Problem(("function", at), told) for told in _of_function(function))
        yield from (Problem(("function", at, "from_class", *keys), told) for keys, told in _of_class(function))
    yield from (Problem(("sizes",), told) for told in _of_sizes(manifest))
    ids = [check.id for check in manifest.check]
    for name, example in manifest.examples.wrong.items():
        for missing in sorted(set(example.fails) - set(ids)):
            told = f'example "{name}" fails "{missing}", but no [[check]] has that id{sentence.nearest(missing, ids)}'
            yield Problem(("examples", "wrong", name), told)
    yield from _of_rules(manifest)


def missing_files(manifest: Manifest, folder: Path) -> Iterator[Problem]:
    """Say which files a manifest speaks of that are not in its folder."""
    if manifest.feedback.words and not (folder / manifest.feedback.words).is_file():
        yield Problem(("feedback", "words"), f"there is no {manifest.feedback.words}")
    for at, function in enumerate(manifest.function):
        for keys, name in _named(function):
            file = name.partition(":")[0] if isinstance(name, str) else ""
            if file.endswith(".py") and not (folder / file).is_file():
                yield Problem(("function", at, *keys), f"there is no {file}")


def _named(function: Function) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Yield what may be `file.py:function`, and where it stands."""
    yield ("reference",), function.reference
    yield ("rounding",), function.rounding
    for at, mistake in enumerate(function.mistakes):
        yield ("mistakes", at, "gives"), mistake.gives


def _of_rules(manifest: Manifest) -> Iterator[Problem]:
    """Say which functions a rule speaks of that the lab does not have: it would hold nowhere."""
    known = manifest.lab.functions
    for at, rule in enumerate(manifest.deny):
        for number, name in enumerate(rule.inside):
            if name not in known:
                told = f'no [[function]] is called "{name}"{sentence.nearest(name, known)}'
                yield Problem(("deny", at, "inside", number), told)


def _twice(kind: str, names: Sequence[str]) -> Iterator[Problem]:
    for at, name in enumerate(names):
        if name in names[:at]:
            yield Problem((kind, at), f'two {kind}s are called "{name}"')


def _of_sizes(manifest: Manifest) -> Iterator[str]:
    sizes, lab = manifest.sizes, manifest.lab
    if sizes.largest - sizes.smallest + 1 < len(lab.ranged):
        yield f"sizes {sizes.smallest} to {sizes.largest} are too few for {len(lab.ranged)} different dimensions"
    for name in (*sizes.choices, *(name for group in sizes.square for name in group)):
        if name not in lab.dimensions:
            yield f'no argument has a dimension "{name}"{sentence.nearest(name, lab.dimensions)}'


def _of_check(manifest: Manifest, check: Item, earlier: Sequence[str]) -> Iterator[str]:
    functions = manifest.lab.functions
    for needed in check.needs:
        if needed not in earlier:
            told = "but no [[check]] above it has that id"
            yield f'check "{check.id}" needs "{needed}", {told}{sentence.nearest(needed, earlier)}'
    if check.partial and not check.parts():
        yield f'check "{check.id}" is partial, but has not several things in "of" to give a share for'
    for name in check.functions():
        if name not in functions:
            told = f'check "{check.id}" calls "{name}", but no [[function]] has that name'
            yield told + sentence.nearest(name, functions)
            return
    yield from _of_values(functions, check)


def _of_values(functions: Mapping[str, Function], check: Item) -> Iterator[str]:
    """Say what a check names of its functions that they do not have."""
    for name in check.functions():
        if functions[name].said and not check.says:
            yield f'check "{check.id}" cannot ask "{name}", whose answer hangs on what a question says'
    for name, value in check.refs():
        if value not in (values := [returned.name for returned in functions[name].returns]):
            told = f'check "{check.id}" names "{name}.{value}", but {name} returns no "{value}"'
            yield told + sentence.nearest(value, values)
    for name, argument in check.takes():
        if argument not in (taken := [each.name for each in functions[name].arguments]):
            told = f'check "{check.id}" names "{name}({argument})", but {name} takes no "{argument}"'
            yield told + sentence.nearest(argument, taken)
            return
    for name, argument, dimension in check.walks():
        axes = list(map(str, functions[name].argument(argument).shape))
        if dimension not in (*axes, *range(len(axes))):
            told = f'check "{check.id}" walks along "{dimension}", but {argument} has no such axis'
            yield told + sentence.nearest(str(dimension), axes)


def _of_function(function: Function) -> Iterator[str]:
    known = function.dimensions
    for value in function.returns:
        for name in names_in(value.shape):
            if name not in known:
                told = f'{function.name}: no argument has the dimension "{name}" of {value.name}'
                yield told + sentence.nearest(name, known)
    if not function.asked:
        yield f"{function.name} is asked to return nothing"
    optional = [argument.optional for argument in function.arguments]
    if optional != sorted(optional):
        yield f"{function.name}: optional arguments stand behind the others"


def _of_class(function: Function) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Say what a class in a function's place is to be given that the function does not take, and where that stands."""
    made = function.from_class
    if made is None:
        return
    taken = [argument.name for argument in function.arguments]
    for key, given in (("constructor", made.constructor), ("weights", made.weights)):
        for at, each in enumerate(given):
            if isinstance(each, str) and each not in taken:
                yield (key, at), f'{function.name} takes no "{each}"{sentence.nearest(each, taken)}'
            elif isinstance(each, Size) and function.axis_of(each.of) is None:
                yield (key, at), f'no argument of {function.name} has the axis "{each.of}"'
            elif each in made.constructor and key == "weights":
                yield (key, at), f'the constructor of {made.name} takes "{each}" already'
