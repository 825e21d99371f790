"""Expected values: the reference's answer to each case, with the bound on a right answer's rounding.

Computed here, from the judge's own copy of the arguments. Neither ever leaves the judge.
"""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.checks.case import Case, Expected
from grader.checks.lab import Array, Function, Lab
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


class Oracle:
    """Knows the right answers of a lab's functions."""

    def __init__(self, lab: Lab) -> None:
        self._functions = lab.functions
        self._reference = {f.name: _resolve(f, f.reference) for f in lab.functions.values()}
        self._rounding = {f.name: _resolve(f, f.rounding) for f in lab.functions.values()}

    def expect(self, case: Case) -> dict[str, Expected]:
        """Return what a right submission returns for `case`, by the names of the values."""
        function = self._functions[case.function]
        arguments = [_plain(case.arguments.get(argument.name)) for argument in function.arguments]
        result = self._reference[case.function](*arguments)
        values = result if isinstance(result, tuple) else (result,)
        bounds = self._rounding[case.function](*arguments, unit=_SINGLE)
        doubles = (None,) * len(bounds)
        if case.dtype == "float64":
            doubles = self._rounding[case.function](*arguments, unit=_DOUBLE)
        expected = {
            value.name: Expected(np.asarray(right, np.float64), bound, double)
            for value, right, bound, double in zip(function.returns, values, bounds, doubles, strict=True)
        }
        for name, shape in function.shapes(case.arguments).items():
            if expected[name].value.shape != shape or not np.isfinite(expected[name].value).all():
                raise InternalError(
                    f"The reference of {case.function} gives no usable {name} for the case “{case.id}”. "
                    "This is a fault of the assignment or the grader, not of the submission."
                )
        return expected
