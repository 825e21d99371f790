"""What all known-wrong ways, and their combinations, make of one case; and which of them made what came.

Built once for a case and kept, since a class is asked the same questions: scores of all ways to make and scale them
are stacked, each normalisation runs once over the whole stack, and matching is one comparison of arrays.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from grader.checks.lab import Array, Step
from grader.diagnosis.variant import (
    RIGHT,
    Explanation,
    ImpossibleError,
    Values,
    Variant,
    apart,
    do_step,
    of_steps,
    run,
)

_Stack = tuple[list[Explanation], Array]
#: Bugs that one explanation may have.
MOST_BUGS: Final = 3
#: Bugs that come in many forms (constants, bounds) are looked for in pairs, not in threes.
_IN_ALL_FORMS: Final = 2
_MANY: Final = 4
#: How far an answer in single precision may be from a variant, relative to the variant's largest entry.
CLOSE: Final = 1e-4


def _sizes(made: Array) -> Array:
    """Return the largest finite entry of each matrix of a stack, by absolute value."""
    return np.asarray(np.max(np.abs(np.where(np.isfinite(made), made, 0)), axis=(-2, -1), keepdims=True, initial=0))


def _alike(got: Array, made: Array, sizes: Array, tolerance: float = CLOSE, blown_up: Array | float = 0.0) -> Array:
    """Compare entry by entry, by the sizes of the matrices they stand in: NaN is like NaN only."""
    with np.errstate(invalid="ignore"):
        near = np.abs(got - made) <= tolerance * sizes + blown_up + np.finfo(np.float32).tiny
    return np.asarray(near | (got == made) | (np.isnan(got) & np.isnan(made)))


def close(got: Array, made: Array, tolerance: float = CLOSE, blown_up: Array | float = 0.0) -> bool:
    """Whether two matrices say the same, to a tolerance relative to the largest entry; `blown_up` comes on top."""
    return got.shape == made.shape and bool(_alike(got, made, _sizes(made), tolerance, blown_up).all())


@dataclass(frozen=True)
class Sheet:
    """Explanations whose arrays have one shape, and these arrays, stacked."""

    explanations: tuple[Explanation, ...]
    values: Array
    sizes: Array


class Atlas:
    """All explanations of up to `most` bugs over `steps`, and the array `value` that each makes of `given`.

    Beside the bugs of `base`, which all of them have and none of them names.
    """

    def __init__(
        self, steps: Sequence[Step], given: Values, value: str, most: int = MOST_BUGS, base: Explanation = ()
    ) -> None:
        with np.errstate(all="ignore"):
            by_shape: dict[tuple[int, ...], list[_Stack]] = {}
            for stack in _stacks(steps, given, value, most, base):
                by_shape.setdefault(stack[1].shape[1:], []).append(stack)
        self._sheets = {shape: _bound(stacks) for shape, stacks in by_shape.items()}

    @property
    def nbytes(self) -> int:
        """The memory that the arrays take."""
        return sum(sheet.values.nbytes + sheet.sizes.nbytes for sheet in self._sheets.values())

    def __len__(self) -> int:
        return sum(len(sheet.explanations) for sheet in self._sheets.values())

    def matching(self, got: Array, tolerance: float = CLOSE) -> list[Explanation]:
        """Return the explanations whose array is `got` (…, rows, columns), those with the fewest bugs first."""
        sheet = self._sheets.get(got.shape)
        if sheet is None or not got.size:
            return []
        values, sizes = (stack.reshape(len(stack), -1)[:, 0] for stack in (sheet.values, sheet.sizes))
        first = _alike(got.ravel()[0], values, sizes, tolerance)  # tells most of them apart
        corner = np.flatnonzero(first)
        same = _alike(got, sheet.values[corner], sheet.sizes[corner], tolerance).all(axis=tuple(range(1, got.ndim + 1)))
        return sorted((sheet.explanations[at] for at in corner[same]), key=len)


def _bound(sheets: Sequence[_Stack]) -> Sheet:
    explanations = itertools.chain.from_iterable(explanations for explanations, _ in sheets)
    values = np.concatenate([values for _, values in sheets])
    return Sheet(tuple(explanations), values, _sizes(values))


def _before(steps: Sequence[Step], step: Step) -> tuple[Step, ...]:
    return tuple(itertools.takewhile(lambda other: other != step, steps))


def _combinations(variants: Iterable[Variant], most: int) -> Iterator[Explanation]:
    variants = list(variants)
    for count in range(most + 1):
        yield from filter(apart, itertools.combinations(variants, count))


def _stacks(steps: Sequence[Step], given: Values, value: str, most: int, base: Explanation) -> Iterator[_Stack]:
    """Run the steps up to the normalisation one by one, and those after it on stacks."""
    ordinary = [variant for variant in of_steps(tuple(steps)) if not variant.large and apart((*base, variant))]
    if most > _IN_ALL_FORMS:
        forms = Counter((variant.bug, *variant.does) for variant in ordinary)
        ordinary = [variant for variant in ordinary if forms[variant.bug, *variant.does] <= _MANY]
    first = _before(steps, "normalisation")
    later = steps[len(first) :]
    late = list(_combinations((v for v in ordinary if set(v.does) <= set(later)), most))
    stacks: dict[object, list[tuple[Explanation, dict[str, Array]]]] = {}
    for explanation in _combinations((v for v in ordinary if set(v.does) & set(first)), most):
        try:
            made = run((*base, *explanation), first, given)
        except ImpossibleError:
            continue
        carried = tuple((step, f) for v in explanation for step, f in v.does.items() if step in later)
        if made["scores"].ndim >= 2:
            key = (len(explanation), made["scores"].shape, carried)
            stacks.setdefault(key, []).append((explanation, made))
    for stack in stacks.values():
        for bugs in late:
            if len(stack[0][0]) + len(bugs) <= most and apart((*stack[0][0], *bugs)):
                yield from _continued(stack, (*base, *bugs), len(base), later, value)


def _continued(
    stack: list[tuple[Explanation, dict[str, Array]]],
    bugs: Explanation,
    unnamed: int,
    steps: Sequence[Step],
    value: str,
) -> Iterator[_Stack]:
    """Do the later steps on a stack of scores whose explanations change the same of them."""
    explanation, made = stack[0]
    values = {**made, "scores": np.stack([made["scores"] for _, made in stack])}
    changed = {step: f for v in (*explanation, *bugs) for step, f in v.does.items()}
    try:
        for step in steps:
            do_step(step, changed.get(step, RIGHT[step]), values)
    except ImpossibleError:
        return
    if values[value].ndim == values["scores"].ndim:
        yield [(*e, *bugs[unnamed:]) for e, _ in stack], values[value].astype(np.float32)
