"""Mistakes that any function can have, put around a right one: in what it is given, and in what it gives back."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np

from grader.checks.argument import Drawn, Mask
from grader.checks.lab import Array, Function
from grader.judge.rounding import values_of
from grader.verify.mutant import Functions, Mutant, Right

Change = Callable[[Array], Array]
Taken: TypeAlias = Any  # an argument as a reference gets it: an array, a number, None
_Result = tuple[Array, ...]


def _rows(a: Array) -> int:
    """The axis along which rows are counted: the last but one, or the only one."""
    return -2 if a.ndim >= 2 else -1


def _turned(a: Array) -> Array:
    return np.swapaxes(a, -1, -2) if a.ndim >= 2 else a


def _one_row(a: Array) -> Array:
    return np.broadcast_to(np.take(a, [0], axis=_rows(a)), a.shape)


def _last_zero(a: Array) -> Array:
    """Put zeros in the place of the last row, or of the last entry of a vector."""
    changed = np.moveaxis(a.copy(), _rows(a), 0)
    changed[-1] = 0
    return np.moveaxis(changed, 0, _rows(a))


def _one_entry(a: Array) -> Array:
    changed = a.copy()
    changed.flat[a.size // 2] += 0.1 * np.abs(a).max()
    return changed


def _not_a_number(a: Array) -> Array:
    changed = a.copy()
    changed.flat[-1] = np.nan
    return changed


ARGUMENT: Final[dict[str, Change]] = {
    "taken as zeros": np.zeros_like,
    "negated": np.negative,
    "doubled": lambda a: 2 * a,
    "rolled by a row": lambda a: np.roll(a, 1, axis=_rows(a)),
    "in reverse order": lambda a: np.flip(a, axis=_rows(a)),
    "transposed": _turned,
    "all of its first row": _one_row,
    "without its last row": _last_zero,
    "rounded to half precision": lambda a: a.astype(np.float16).astype(a.dtype),
}
MASK: Final[dict[str, Change]] = {
    "inverted": np.logical_not,
    "all true": np.ones_like,
    "all false": np.zeros_like,
    "rolled by a column": lambda a: np.roll(a, 1, axis=-1),
}
ADDED: Final[dict[str, Change]] = {"all zeros": np.zeros_like, "rolled by a column": MASK["rolled by a column"]}
VALUE: Final[dict[str, Change]] = {
    "all zeros": np.zeros_like,
    "its mean everywhere": lambda a: np.full_like(a, a.mean()),
    "negated": np.negative,
    "doubled": lambda a: 2 * a,
    "one percent too large": lambda a: 1.01 * a,
    "with 1 added": lambda a: a + 1,
    "without its signs": np.abs,
    "rolled by a row": lambda a: np.roll(a, 1, axis=_rows(a)),
    "rolled by a column": lambda a: np.roll(a, 1, axis=-1),
    "in reverse order": lambda a: np.flip(a, axis=_rows(a)),
    "transposed": _turned,
    "one entry off by a tenth of the largest": _one_entry,
    "last row zero": _last_zero,
    "NaN at the end": _not_a_number,
    "rounded to three decimals": lambda a: np.round(a, 3),
    "in half precision": lambda a: a.astype(np.float16),
    "with an axis too many": lambda a: a[None],
    "with a row missing": lambda a: a[:-1],
}


def wrapped(function: Function, reference: Right) -> Iterator[Mutant]:
    """Yield the mutants of one function of a lab."""
    right = partial(_right, reference)
    yield from _of_arguments(function, right)
    for at, value in enumerate(function.returns):
        for what, change in VALUE.items():
            yield _mutant(function, f"{value.name} {what}", partial(_gives, right, at, change))
        if value.returned and len(function.asked) > 1:
            yield _mutant(function, f"{value.name} missing", partial(_without, right, at))
    if len(function.asked) > 1:
        yield _mutant(function, "values in reverse order", lambda *given: right(*given)[::-1])
    yield _mutant(function, "returns nothing", lambda *_: None)
    if function.arguments:
        yield Mutant(f"{function.name}: the first answer whatever is asked", lambda: {function.name: _First(right)})
        yield Mutant(f"{function.name}: another answer each time", lambda: {function.name: _Drifting(right)})


def _of_arguments(function: Function, right: Right) -> Iterator[Mutant]:
    """Yield the mutants that take another argument than they are given: arrays and masks; numbers are left alone."""
    said = len(function.said)  # come first
    changes: dict[int, dict[str, Change]] = {
        at: ARGUMENT if isinstance(argument, Drawn) else _of_mask(argument)
        for at, argument in enumerate(function.arguments, start=said)
        if isinstance(argument, Drawn | Mask)
    }
    for at, changed in changes.items():
        name = function.arguments[at - said].name
        for what, change in changed.items():
            yield _mutant(function, f"{name} {what}", partial(_given, right, at, change))
        yield _mutant(function, f"{name} changed in place", partial(_in_place, right, at))
        for other in changes:
            if other < at and changes[other] is changed:
                both = f"{function.arguments[other - said].name} and {name} exchanged"
                yield _mutant(function, both, partial(_exchanged, right, other, at))


def _of_mask(mask: Mask) -> dict[str, Change]:
    if mask.means != "added":
        return MASK
    return {"inverted": lambda a: mask.told(~mask.hides(a), a.dtype), **ADDED}


def _mutant(function: Function, what: str, call: Right) -> Mutant:
    functions: Functions = {function.name: call}
    return Mutant(f"{function.name}: {what}", lambda: functions)


def _right(reference: Right, *given: Taken) -> _Result:
    return values_of(reference, given)


def _given(right: Right, at: int, change: Change, *given: Taken) -> _Result:
    changed = [change(a) if place == at and a is not None else a for place, a in enumerate(given)]
    return right(*changed)  # type: ignore[no-any-return]


def _exchanged(right: Right, one: int, other: int, *given: Taken) -> _Result:
    moved = list(given)
    moved[one], moved[other] = given[other], given[one]
    return right(*moved)  # type: ignore[no-any-return]


def _gives(right: Right, at: int, change: Change, *given: Taken) -> _Result:
    return tuple(change(value) if place == at else value for place, value in enumerate(right(*given)))


def _without(right: Right, at: int, *given: Taken) -> _Result:
    return tuple(value for place, value in enumerate(right(*given)) if place != at)


def _in_place(right: Right, at: int, *given: Taken) -> _Result:
    result = right(*given)
    if given[at] is not None:
        given[at][...] = np.logical_not(given[at]) if given[at].dtype == np.bool_ else 2 * given[at]
    return result  # type: ignore[no-any-return]


class _First:
    """Answers what it was asked first, for each form of arguments."""

    def __init__(self, right: Right) -> None:
        self._right = right
        self._known: dict[Any, _Result] = {}

    def __call__(self, *given: Taken) -> _Result:
        form = tuple((np.shape(a), getattr(a, "dtype", a)) for a in given)
        if form not in self._known:
            self._known[form] = self._right(*given)
        return self._known[form]


class _Drifting:
    """Is off by a hundredth more with each call, as something is that is random or remembers."""

    def __init__(self, right: Right) -> None:
        self._right, self._calls = right, 0

    def __call__(self, *given: Taken) -> _Result:
        self._calls += 1
        return tuple(value * (1 + 0.01 * (self._calls - 1)) for value in self._right(*given))
