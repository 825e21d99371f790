"""The smallest arguments that show a bug: few rows, few columns, small whole numbers, to be worked through by hand."""

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from grader.checks.argument import lengths
from grader.checks.case import Answer, Float
from grader.checks.lab import Array, Function
from grader.diagnosis.naming import Named
from grader.diagnosis.variant import Explanation, ImpossibleError, run

_MOST: Final = 3  # of each dimension
_FILLS: Final = 8  # ways to fill arguments of one size
_EACH: Final = 3  # of the smallest sizes, before larger ones
_CLEAR: Final = 0.005  # a difference that three decimals show
_HUGE: Final = 1000.0
_LOOKED: Final = 3000  # sets of arguments that are looked at before a bug goes without an example
Arguments = dict[str, Array]


def smallest(function: Function, bug: Named) -> Iterator[Arguments]:
    """Yield arguments on which a bug shows clearly, those with the fewest numbers first.

    For a bug without a variant: small arguments of sizes that all differ, from 1 and then from 2, where more mistakes
    show; the submission itself has to show it.
    """
    if bug.variant is None:
        names = function.dimensions
        for least in (1, 2):
            sizes = dict(zip(names, range(least, len(names) + least), strict=True))
            yield from itertools.islice(_filled(function, sizes), _EACH)
        return
    numbers = itertools.product(range(1, _MOST + 1), repeat=len(function.dimensions))
    every = (dict(zip(function.dimensions, sizes, strict=True)) for sizes in numbers)
    filled = (
        enlarged
        for sizes in sorted(every, key=lambda sizes: _entries(function, sizes))
        for arguments in _filled(function, sizes)
        for enlarged in (_enlarged(arguments) if bug.variant.large else (arguments,))
    )
    yield from (arguments for arguments in itertools.islice(filled, _LOOKED) if _shows(function, bug, arguments))


def _entries(function: Function, sizes: Mapping[str, int]) -> int:
    return sum(math.prod(lengths(argument.shape, sizes, function.leading[0])) for argument in function.arguments)


def _filled(function: Function, sizes: Mapping[str, int]) -> Iterator[Arguments]:
    for fill in range(_FILLS):
        rng = np.random.default_rng(fill)  # always the same numbers: an example should not change from run to run
        arguments = {
            argument.name: argument.small(sizes, rng, 2 + fill // 4, function.leading[0])
            for argument in function.arguments
        }
        if all(arguments[argument.name].any() for argument in function.arrays):
            yield arguments


def _enlarged(arguments: Arguments) -> Iterator[Arguments]:
    """Make the scores large: all of them, those of one row, or far below zero."""
    name, first = next(iter(arguments.items()))
    top = np.arange(first.shape[-2])[:, None] == 0
    for changed in (first * _HUGE, first + _HUGE * top, first + _HUGE, first - _HUGE):
        yield {**arguments, name: changed}


def _shows(function: Function, bug: Named, arguments: Arguments) -> bool:
    """Whether the bug changes a value clearly, beside what other bugs do, and that value is wrong."""
    others = tuple(variant for variant in bug.explanation if variant is not bug.variant)
    made, without, right = (_made(function, e, arguments) for e in (bug.explanation, others, ()))
    if made is None or right is None:
        return False
    return any(
        clear(value, right[name]) and (without is None or name not in without or clear(value, without[name]))
        for name, value in made.items()
    )


def _made(function: Function, explanation: Explanation, arguments: Arguments) -> dict[str, Float] | None:
    try:
        with np.errstate(all="ignore"):
            values = run(explanation, function.steps, arguments)
    except ImpossibleError:
        return None
    return {name: values[name] for name in function.asked if name in values}


def clear(got: Float, want: Float) -> bool:
    """Whether two arrays differ in a way that three decimals show, NaN and infinity included."""
    if got.shape != want.shape:
        return True
    if not np.isfinite(got).all():
        return True
    return bool((np.abs(got - want) > _CLEAR).any())


def shown(answer: Answer) -> str:
    """Return the name of the first value, in the order in which they are made, that is clearly wrong; or ""."""
    made = [name for name in ("scores", "weights", "output") if name in answer.got]
    others = [name for name in answer.got if name not in made]
    return next((n for n in (*made, *others) if clear(answer.got[n], answer.want[n].value)), "")


def grid(values: Array, decimals: int = 3) -> tuple[tuple[str, ...], ...]:
    """Write a matrix as rows of numbers; whole numbers without decimals if `decimals` is 0."""
    *leading, columns = values.shape if values.ndim else (1,)
    rows = values.reshape(math.prod(leading), columns).tolist()
    return tuple(tuple(_number(value, decimals) for value in row) for row in rows)


def _number(value: complex, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if text.strip("-0.") == "" else text
