"""One way to do a step of attention, right or known to be wrong, and what a chain of steps makes of arguments.

Steps take and give named arrays; a function's parameters say which. Arrays of scores and weights may be stacks
(…, n_q, n_k), so that one call tries many: functions count axes from the end.

    projections    X, W_q, W_k, W_v → Q, K, V        normalisation  scores → weights
    scores         Q, K → scores                     weighing       weights → weights (nothing to do, if right)
    scale          scores → scores                   mix            weights, V → output
    mask           scores → scores (nothing to do, if right)
    causal         scores → scores (later keys hidden)
    padding        scores, mask → scores (the keys hidden that the mask names; mask is None where it is left out)
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from grader.checks.lab import Array, Step

Values = Mapping[str, Any]  # arrays by their names; None for an argument that is left out
StepFunction = Callable[..., Any]

#: What each step gives; later steps see it under these names.
GIVES: Final[dict[Step, tuple[str, ...]]] = {
    "projections": ("Q", "K", "V"),
    "scores": ("scores",),
    "scale": ("scores",),
    "mask": ("scores",),
    "causal": ("scores",),
    "padding": ("scores",),
    "normalisation": ("weights",),
    "weighing": ("weights",),
    "mix": ("output",),
}


class ImpossibleError(Exception):
    """These arguments do not let the steps run: shapes do not fit, or an array is not there."""


@dataclass(frozen=True, eq=False)  # each is itself, and can be a key
class Variant:
    """A known-wrong way: the bug it is, and the steps it does otherwise. Usually one.

    `beside` is a second bug in the same step. `large` ones are right at ordinary size and show themselves where
    scores are large.
    """

    bug: str
    does: Mapping[Step, StepFunction]
    sentence: str
    large: bool = False
    beside: str = ""

    @property
    def bugs(self) -> tuple[str, ...]:
        """The ids of its bugs."""
        return (self.bug, self.beside) if self.beside else (self.bug,)


#: A set of bugs in different steps; the empty one is right.
Explanation = tuple[Variant, ...]

RIGHT: Final[dict[Step, StepFunction]] = {}
WRONG: Final[list[Variant]] = []
_takes: dict[StepFunction, tuple[str, ...]] = {}


def right(step: Step) -> Callable[[StepFunction], StepFunction]:
    """Register the right way to do a step."""

    def register(function: StepFunction) -> StepFunction:
        RIGHT[step] = function
        return function

    return register


def wrong(
    step: Step, bug: str, *, large: bool = False, beside: str = "", **also: StepFunction
) -> Callable[[StepFunction], StepFunction]:
    """Register a wrong way to do a step, told by its docstring; `also` are other steps that the same bug changes."""

    def register(function: StepFunction) -> StepFunction:
        sentence = inspect.getdoc(function) or ""
        WRONG.append(Variant(bug, {step: function, **also}, sentence, large, beside))  # type: ignore[dict-item]
        return function

    return register


def _parameters(function: StepFunction) -> tuple[str, ...]:
    if function not in _takes:
        parameters = inspect.signature(function).parameters.values()
        _takes[function] = tuple(p.name for p in parameters if p.default is p.empty)
    return _takes[function]


def do_step(step: Step, function: StepFunction, values: dict[str, Array]) -> None:
    """Do one step and put what it gives among `values`; raise `ImpossibleError` where it cannot be done."""
    try:
        made = function(*(values[name] for name in _parameters(function)))
    except (ValueError, IndexError, KeyError) as error:
        raise ImpossibleError from error
    names = GIVES[step]
    values.update(zip(names, made if len(names) > 1 else (made,), strict=True))


def run(explanation: Explanation, steps: Sequence[Step], given: Values) -> dict[str, Array]:
    """Do the steps with these bugs in them; return all arrays by name."""
    changed = {step: function for variant in explanation for step, function in variant.does.items()}
    values = dict(given)
    for step in steps:
        do_step(step, changed.get(step, RIGHT[step]), values)
    return values


class Course:
    """The steps done on one case: what several explanations begin alike is done once."""

    def __init__(self, given: Values) -> None:
        self._done: dict[tuple[tuple[Step, StepFunction], ...], dict[str, Array]] = {(): dict(given)}

    def run(self, explanation: Explanation, steps: Sequence[Step]) -> dict[str, Array]:
        """See `run`. Nobody may change what is returned."""
        changed = {step: function for variant in explanation for step, function in variant.does.items()}
        return self._after(tuple((step, changed.get(step, RIGHT[step])) for step in steps))

    def _after(self, way: tuple[tuple[Step, StepFunction], ...]) -> dict[str, Array]:
        if way not in self._done:
            values = dict(self._after(way[:-1]))
            do_step(*way[-1], values)
            self._done[way] = values
        return self._done[way]


def apart(explanation: Iterable[Variant]) -> bool:
    """Whether the bugs sit in different steps."""
    steps = [step for variant in explanation for step in variant.does]
    return len(steps) == len(set(steps))


@functools.cache
def of_steps(steps: tuple[Step, ...]) -> tuple[Variant, ...]:
    """Return the known-wrong ways that change only steps among these."""
    return tuple(variant for variant in WRONG if set(variant.does) <= set(steps))


def transposed(values: Array) -> Array:
    """Exchange the last two axes."""
    return np.swapaxes(values, -1, -2)
