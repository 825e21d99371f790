"""Mutants of functions that are steps of attention: the known-wrong ways of the atlas, one at a time."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from grader.checks.argument import Drawn
from grader.checks.lab import Array, Function
from grader.diagnosis import variants  # noqa: F401  # importing them registers them
from grader.diagnosis.variant import Variant, of_steps, run
from grader.verify.mutant import Functions, Mutant, numbered


def known(function: Function) -> Iterator[Mutant]:
    """Yield a mutant for each known-wrong way to do a step of this function."""
    found = of_steps(function.steps)
    names = numbered([f"{function.name}: {' and '.join(v.bugs)}, {_last(v)}" for v in found])
    for name, variant in zip(names, found, strict=True):
        functions: Functions = {function.name: partial(_do, function, variant)}
        yield Mutant(name, lambda functions=functions: functions)  # type: ignore[misc]


def _last(variant: Variant) -> str:
    """Name the way by its function: several ways have one bug."""
    return next(iter(variant.does.values())).__name__.strip("_").replace("_", " ")


def _do(function: Function, variant: Variant, *given: Any) -> tuple[Array, ...]:  # noqa: ANN401  # arguments
    named = zip(function.arguments, given, strict=True)
    values = {a.name: np.asarray(g, np.float64) if isinstance(a, Drawn) else g for a, g in named if g is not None}
    made = run((variant,), function.steps, values)
    return tuple(np.asarray(made[value.name]) for value in function.returns)
