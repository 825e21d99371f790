"""Expected values: the reference's answer to each case, with the bound on a right answer's rounding.

Computed here, from the judge's own copy of the arguments. Neither ever leaves the judge.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from grader.authored import run_authored
from grader.checks import sentence
from grader.checks.case import Case, Expected, Float
from grader.checks.lab import Array, Function, Lab, Mistake
from grader.errors import AssignmentError, InternalError
from grader.judge.rounding import estimated, values_of

_SINGLE, _DOUBLE = 2.0**-24, 2.0**-53  # unit roundoffs (IEEE 754)


def module_of(name: str, folder: Path | None = None) -> ModuleType:
    """Return the module of `module:function`, or `file.py` of `file.py:function` in the assignment's folder."""
    module = name.partition(":")[0]
    return run_authored(folder / module) if folder and module.endswith(".py") else importlib.import_module(module)


def resolve(function: Function, name: str, folder: Path | None = None) -> Callable[..., Any]:
    """Return `module:function` for a function of a lab, or `file.py:function` of a file in the assignment's folder."""
    attribute, missing = name.partition(":")[2], f'Function {function.name}: "{name}" cannot be found'
    try:
        module = module_of(name, folder)
    except (ImportError, ValueError) as error:
        raise AssignmentError(f"{missing} ({error}).") from error
    if not hasattr(module, attribute):
        raise AssignmentError(missing + (sentence.nearest(attribute, vars(module)) or "."))
    found = getattr(module, attribute)
    if not callable(found):
        raise AssignmentError(f'Function {function.name}: "{name}" is not a function.')
    return found  # type: ignore[no-any-return]


def _plain(value: Array | None) -> Any:  # noqa: ANN401  # an array, a number, or None for what is left out
    return value.item() if value is not None and not value.ndim else value


def in_order(function: Function, arguments: Mapping[str, Array]) -> list[Any]:
    """Return arguments as a function is given them: what has no axes is a number, what is left out is None."""
    return [_plain(arguments.get(argument.name)) for argument in function.arguments]


def told(function: Function, said: Mapping[str, Array]) -> list[Any]:
    """Return the numbers that a question says, in their order."""
    return [_plain(said[name]) for name in function.said]


def _given(function: Function, case: Case) -> list[Any]:
    """Return what a reference is given: the numbers that the question says, then the arguments."""
    return [*told(function, case.said), *in_order(function, case.arguments)]


def _bounding(function: Function, reference: Callable[..., Any], folder: Path | None) -> Callable[..., Any]:
    """Return what bounds a right answer's error: the lab's own function, a number for every entry, or an estimate."""
    rounding = function.rounding
    if isinstance(rounding, str):
        return resolve(function, rounding, folder) if rounding else estimated(reference)
    return lambda *_, unit: (rounding,) * len(function.returns)


def _filled(right: Float, bound: Float | float) -> Float:
    """Return a bound for each entry: one number holds for all."""
    return np.full(right.shape, bound) if np.ndim(bound) == 0 else np.asarray(bound)


def mistaken(function: Function, mistake: Mistake, folder: Path | None) -> Callable[..., Any]:
    """Return a known-wrong way to do all that a function of a lab does; it takes what the reference takes."""
    gives = mistake.gives
    return resolve(function, gives, folder) if isinstance(gives, str) else lambda *_: np.asarray(gives)


class Oracle:
    """Knows the right answers of a lab's functions. `folder` is the assignment's, for references that lie there."""

    def __init__(self, lab: Lab, folder: Path | None = None) -> None:
        self._functions = lab.functions
        self._reference = {f.name: resolve(f, f.reference, folder) for f in lab.functions.values()}
        self._rounding = {f.name: _bounding(f, self._reference[f.name], folder) for f in lab.functions.values()}
        self._mistakes = {f.name: [(m.bug, mistaken(f, m, folder)) for m in f.mistakes] for f in lab.functions.values()}

    def expect(self, case: Case) -> dict[str, Expected]:
        """Return what a right submission returns for `case`, by the names of the values."""
        function = self._functions[case.function]
        arguments = _given(function, case)
        try:
            values = values_of(self._reference[case.function], arguments)
            bounds = self._rounding[case.function](*arguments, unit=_SINGLE)
            doubles = (None,) * len(bounds)
            if case.dtype == "float64":
                doubles = self._rounding[case.function](*arguments, unit=_DOUBLE)
            expected = {
                value.name: Expected(right, _filled(right, bound), None if double is None else _filled(right, double))
                for value, right, bound, double in zip(function.returns, values, bounds, doubles, strict=True)
            }
        except Exception as error:  # whatever the author's code raises
            raise AssignmentError(
                f"The reference of {case.function} fails on the case “{case.id}”: {type(error).__name__}: {error}."
            ) from error
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
                made = values_of(make, _given(function, case))
            except (ValueError, IndexError, ZeroDivisionError):  # shapes that a mistake cannot do anything with
                yield bug, {}
                continue
            yield bug, {value.name: m for value, m in zip(function.returns, made, strict=False)}
