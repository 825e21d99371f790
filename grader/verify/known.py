"""Known-wrong ways as mutants, one at a time: those of the atlas for steps of attention, and a lab's own mistakes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from grader.checks.argument import Drawn
from grader.checks.lab import Array, Function
from grader.diagnosis import variants  # noqa: F401  # importing them registers them
from grader.diagnosis.variant import Variant, of_steps, run
from grader.judge.expect import mistaken
from grader.verify.mutant import Functions, Mutant, numbered


def known(function: Function, folder: Path) -> Iterator[Mutant]:
    """Yield a mutant for each known-wrong way to do a step of this function, or all of it."""
    for mistake in function.mistakes:
        own: Functions = {function.name: mistaken(function, mistake, folder)}
        yield Mutant(f"{function.name}: {mistake.bug}", lambda own=own: own)  # type: ignore[misc]
    found = of_steps(function.steps)
    names = numbered([f"{function.name}: {' and '.join(v.bugs)}, {_last(v)}" for v in found])
    for name, variant in zip(names, found, strict=True):
        functions: Functions = {function.name: partial(_do, function, variant)}
        yield Mutant(name, lambda functions=functions: functions)  # type: ignore[misc]


def _last(variant: Variant) -> str:
    """Name the way by its function: several ways have one bug."""
    return next(iter(variant.does.values())).__name__.strip("_").replace("_", " ")


def _do(function: Function, variant: Variant, *given: Any) -> tuple[Array, ...]:  # noqa: ANN401  # arguments
    named = zip(function.arguments, given[len(function.said) :], strict=True)
    values = {a.name: np.asarray(g, np.float64) if isinstance(a, Drawn) else g for a, g in named if g is not None}
    made = run((variant,), function.steps, values)
    return tuple(np.asarray(made[value.name]) for value in function.returns)
