"""Mistakes that a lab knows of the whole of a function: which of them gives exactly what came, in every case."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from grader.checks.case import Answer, Case, Float
from grader.diagnosis.atlas import CLOSE

_TINY = float(np.finfo(np.float32).tiny)
#: For a case, each known mistake of its function by the bug it is, with the values that it makes; none if it cannot.
Mistaken = Callable[[Case], Iterable[tuple[str, Mapping[str, Float]]]]


def matching(answers: Sequence[Answer], mistaken: Mistaken) -> tuple[str, ...]:
    """Return the bugs that make all `answers` of a function which came, if some of these are wrong."""
    came = [answer for answer in answers if answer.got]
    if all(answer.within(name) for answer in came for name in answer.got):
        return ()
    left: dict[str, None] | None = None
    for answer in came:
        made = [bug for bug, values in mistaken(answer.case) if _made(answer, values)]
        left = dict.fromkeys(bug for bug in made if left is None or bug in left)
        if not left:
            return ()
    return tuple(left or ())


def _made(answer: Answer, values: Mapping[str, Float]) -> bool:
    return all(name in values and _same(answer, name, values[name]) for name in answer.got)


def _same(answer: Answer, name: str, made: Float) -> bool:
    """Whether a value came as the mistake makes it, to as many digits as are asked of a right one."""
    got = answer.got[name]
    if got.shape != made.shape:
        return False
    want, size = answer.want[name], float(np.abs(made[np.isfinite(made)]).max(initial=0))
    digits = float(np.max(want.bound, initial=0)) / (float(np.abs(want.value).max(initial=0)) or 1.0)
    return bool(np.allclose(got, made, rtol=0, atol=max(CLOSE, digits) * size + _TINY, equal_nan=True))
