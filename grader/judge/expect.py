"""Expected values: the reference's answer to each case, with the bound on a right answer's rounding.

Computed here, from the judge's own copy of the arguments. Neither ever leaves the judge.
"""

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.checks.case import Case, Expected, Float
from grader.checks.lab import Array, Function, Lab, Mistake
from grader.errors import AssignmentError, InternalError

_SINGLE, _DOUBLE = 2.0**-24, 2.0**-53  # unit roundoffs (IEEE 754)


def _resolve(function: Function, name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise AssignmentError(f'Function {function.name}: "{name}" cannot be found ({error}).') from error
    if not callable(found):
        raise AssignmentError(f'Function {function.name}: "{name}" is not a function.')
    return found  # type: ignore[no-any-return]


def _plain(value: Array | None) -> Any:  # noqa: ANN401  # an array, a number, or None for what is left out
    """Return an argument as a function gets it: what has no axes is a number."""
    return value.item() if value is not None and not value.ndim else value


def _arguments(function: Function, case: Case) -> list[Any]:
    """Return what a reference is given: the numbers that the question says, then the arguments."""
    passed = [_plain(case.arguments.get(argument.name)) for argument in function.arguments]
    return [*(_plain(case.said[name]) for name in function.said), *passed]


def _values(function: Function, result: Any) -> tuple[Any, ...]:  # noqa: ANN401  # an array, a number or several
    return result if isinstance(result, tuple) and len(function.returns) > 1 else (result,)


def _bounding(function: Function) -> Callable[..., Any]:
    """Return what bounds a right answer's error: the lab's own function, or a number for every entry."""
    rounding = function.rounding
    if isinstance(rounding, str):
        return _resolve(function, rounding)
    return lambda *_, unit: (rounding,) * len(function.returns)


def _filled(right: Any, bound: Float | float | None) -> Any:  # noqa: ANN401  # an array, or nothing
    """Return a bound in the shape of the right value."""
    return bound if bound is None else np.broadcast_to(np.asarray(bound, np.float64), np.shape(right))


def _mistaken(function: Function, mistake: Mistake) -> Callable[..., Any]:
    gives = mistake.gives
    return _resolve(function, gives) if isinstance(gives, str) else lambda *_: np.asarray(gives)


class Oracle:
    """Knows the right answers of a lab's functions."""

    def __init__(self, lab: Lab) -> None:
        self._functions = lab.functions
        self._reference = {f.name: _resolve(f, f.reference) for f in lab.functions.values()}
        self._rounding = {f.name: _bounding(f) for f in lab.functions.values()}
        self._mistakes = {f.name: [(m.bug, _mistaken(f, m)) for m in f.mistakes] for f in lab.functions.values()}

    def expect(self, case: Case) -> dict[str, Expected]:
        """Return what a right submission returns for `case`, by the names of the values."""
        function = self._functions[case.function]
        arguments = _arguments(function, case)
        values = _values(function, self._reference[case.function](*arguments))
        bounds = self._rounding[case.function](*arguments, unit=_SINGLE)
        doubles = (None,) * len(bounds)
        if case.dtype == "float64":
            doubles = self._rounding[case.function](*arguments, unit=_DOUBLE)
        expected = {
            value.name: Expected(np.asarray(right, np.float64), _filled(right, bound), _filled(right, double))
            for value, right, bound, double in zip(function.returns, values, bounds, doubles, strict=True)
        }
        for name, shape in function.shapes(case.arguments).items():
            if expected[name].value.shape != shape or not np.isfinite(expected[name].value).all():
                raise InternalError(
                    f"The reference of {case.function} gives no usable {name} for the case “{case.id}”. "
                    "This is a fault of the assignment or the grader, not of the submission."
                )
        return expected

    def mistaken(self, case: Case) -> Iterator[tuple[str, dict[str, Float]]]:
        """Yield what each known mistake of the function gives for `case`, with its bug; nothing if there is none."""
        function = self._functions[case.function]
        for bug, make in self._mistakes[case.function]:
            try:
                made = _values(function, make(*_arguments(function, case)))
            except (ValueError, IndexError, ZeroDivisionError):  # shapes that a mistake cannot do anything with
                yield bug, {}
                continue
            yield bug, {value.name: np.asarray(m, np.float64) for value, m in zip(function.returns, made, strict=False)}
