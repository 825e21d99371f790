"""How far answers are from a check's tolerance, in units of it: the same answers judged with another tolerance.

The margin of answers is the factor by which all tolerances of a check (its own, and the bounds on rounding) have to be
multiplied until the verdict turns: 0.1 passes with a tenth of the tolerance, 30 would pass with thirty times as much.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from grader.checks.case import Answer
from grader.checks.item import Item
from grader.report import Status

#: Powers of ten that are tried in each direction, and how finely (as a power of ten) the turn is looked for.
_DECADES: Final = 12
_FINE: Final = 0.02
#: The margin of what is refused with any tolerance, as JSON can hold it.
ANY: Final = 10.0**_DECADES


def margin(item: Item, answers: Mapping[str, Answer]) -> float:
    """Return the margin of answers; 0 if no tolerance is needed, `ANY` if none helps."""
    passed = _passes(item, answers, 0.0)
    step = -1 if passed else 1
    inside, outside = 0.0, float(step)  # powers of ten; the verdict turns between them
    while _passes(item, answers, outside) is passed:
        if abs(outside) >= _DECADES:
            return 0.0 if passed else ANY
        inside, outside = outside, outside + step
    while abs(outside - inside) > _FINE:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if _passes(item, answers, middle) is passed else (inside, middle)
    return math.pow(10, inside)


def _passes(item: Item, answers: Mapping[str, Answer], power: float) -> bool:
    factor = math.pow(10, power)
    looser = {name: _loosened(answer, factor) for name, answer in answers.items()}
    return item.loosened(factor).find(looser).status is Status.PASSED


def _loosened(answer: Answer, factor: float) -> Answer:
    return replace(answer, want={name: replace(w, bound=factor * w.bound) for name, w in answer.want.items()})
