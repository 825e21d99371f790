"""Which bugs, in which steps, make exactly what a function answered: in every case that it was asked.

Candidates come from the atlas of one case. Each is then run on all other cases, large scores included. The
explanation with the fewest bugs wins; bugs that were found in a function called earlier count for nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from grader.checks.case import Answer, Case
from grader.checks.lab import Array, Function, Step
from grader.diagnosis import variants  # noqa: F401  # importing them registers them
from grader.diagnosis.atlas import CLOSE, MOST_BUGS, Atlas, close
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

_ORDINARY: Final = 20.0  # arguments up to this size; rounding stays small beside their answers
_LARGE_TOLERANCE: Final = 0.02  # relative; scores near 1e4 in single precision are that far off
_KEPT: Final = 64  # atlases


class Atlases:
    """The atlases of one lab, kept from one submission to the next."""

    def __init__(self) -> None:
        self._kept: dict[object, Atlas] = {}

    def of(self, case: Case, steps: Sequence[Step], given: Values, value: str, most: int) -> Atlas:
        """Return the atlas of a case, made if need be; `given` are the arrays that the first of `steps` starts from."""
        key = (case.function, value, most, *((n, a.shape, a.tobytes()) for n, a in given.items()))
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = Atlas(steps, given, value, most)
        return self._kept[key]


def explain(
    function: Function, answers: Sequence[Answer], known: Sequence[Explanation], atlases: Atlases
) -> list[Explanation]:
    """Return the explanations of all `answers` of a function, best first; none where nothing fits.

    Answers that did not come explain nothing and contradict nothing. The empty explanation says that all are right.
    `known` are explanations found in functions that this one may call.
    """
    asked = sorted((answer for answer in answers if answer.got), key=_tells_little)
    if not asked or not function.steps:
        return []
    seen = {variant.bug for explanation in known for variant in explanation}
    for new, candidates in _candidates(function, asked[0], known, atlases):
        best = _best(_consistent(function, candidates, asked), seen)
        if best and sum(variant.bug not in seen for variant in best[0]) <= new:
            return best
    return []


def _tells_little(answer: Answer) -> tuple[bool, bool, int]:
    """Order answers: those to ordinary arguments first, in double precision, and of the largest arrays."""
    sizes = [argument.size for argument in answer.case.arguments.values()]
    single = any(argument.dtype == np.float32 for argument in answer.case.arguments.values())
    return not ordinary(answer), single, -min(sizes)


def ordinary(answer: Answer) -> bool:
    """Whether the arguments of an answer are of ordinary size."""
    return all(np.abs(argument).max(initial=0) <= _ORDINARY for argument in answer.case.arguments.values())


def _best(found: Iterable[Explanation], seen: set[str]) -> list[Explanation]:
    """Keep those with the fewest new bugs, then the fewest bugs, one for each set of bugs."""
    cost = {e: (sum(v.bug not in seen for v in e), len(e)) for e in found}
    least = min(cost.values(), default=None)
    named = {frozenset(v.bug for v in e): e for e in reversed(cost) if cost[e] == least}
    return list(reversed(named.values()))


def _candidates(
    function: Function, probe: Answer, known: Sequence[Explanation], atlases: Atlases
) -> Iterator[tuple[int, list[Explanation]]]:
    """Return groups of candidates, those that ask the least first, each with the number of new bugs it is good for."""
    steps = function.steps
    mine = [tuple(v for v in explanation if set(v.does) <= set(steps)) for explanation in ((), *known)]
    known = list(dict.fromkeys(mine))
    yield 0, known
    given = _double(probe.case.arguments)
    value = next((name for name in ("scores", "weights", "output") if name in probe.got), "")
    if not value:
        return
    till, got = _until(steps, value), probe.got[value]
    if steps[0] != "projections":
        for most in range(2, MOST_BUGS + 1 if value != "output" else 3):
            yield most, [*known, *atlases.of(probe.case, till, given, value, most).matching(got)]
        return
    ways: list[Explanation] = [*((v,) for v in of_steps(steps[:1])), ()]
    found = [candidate for way in ways for e in known if apart(candidate := (*way, *e))]
    for most, tried in ((2, ways[-1:]), (1, ways)):
        for way in tried:
            projected = dict(given)
            try:
                do_step("projections", way[0].does["projections"] if way else RIGHT["projections"], projected)
            except ImpossibleError:
                continue
            kept = {name: projected[name] for name in ("X", "Q", "K", "V")}
            found += [(*way, *e) for e in atlases.of(probe.case, till[1:], kept, value, most).matching(got)]
        yield 2, found


def _until(steps: Sequence[Step], value: str) -> tuple[Step, ...]:
    """Return the steps that lead to a value: all but the mix for weights."""
    return tuple(step for step in steps if value == "output" or step != "mix")


def _double(arguments: Values) -> dict[str, Array]:
    return {name: value.astype(np.float64) for name, value in arguments.items()}


def _consistent(function: Function, candidates: Iterable[Explanation], asked: Sequence[Answer]) -> list[Explanation]:
    """Return the candidates, completed where that is needed, that make all answers."""
    usual = [answer for answer in asked if ordinary(answer)]
    large = [answer for answer in asked if not ordinary(answer)]
    mixes = [(), *((v,) for v in of_steps(("mix",)))] if "mix" in function.steps else [()]
    stability = [v for v in of_steps(function.steps) if v.large]
    found: list[Explanation] = []
    for candidate in dict.fromkeys(candidates):
        if not all(_makes(candidate, function, answer, until="weights") for answer in usual[:1]):
            continue
        completions = [(*candidate, *mix) for mix in mixes if apart((*candidate, *mix))]
        for explanation in (*completions, *_widened(candidate, function.steps)):
            if all(_makes(explanation, function, answer) for answer in usual):
                found += _completed(explanation, function, large, stability)
    return found


def _widened(explanation: Explanation, steps: Sequence[Step]) -> Iterator[Explanation]:
    """Put bugs that change more steps, the mix among them, in the place of those that look like a part of them."""
    for part in explanation:
        for whole in of_steps(steps):
            if part.does.items() < whole.does.items():
                yield tuple(whole if variant is part else variant for variant in explanation)


def _completed(
    explanation: Explanation, function: Function, large: Sequence[Answer], stability: Iterable[Variant]
) -> list[Explanation]:
    """Return an explanation of the usual answers that explains the large ones too: as it is, or with one more bug."""
    if all(_makes(explanation, function, answer) for answer in large):
        return [explanation]
    more = [(*explanation, variant) for variant in stability]
    return [e for e in more if apart(e) and all(_makes(e, function, answer) for answer in large)]


def _makes(explanation: Explanation, function: Function, answer: Answer, until: str = "output") -> bool:
    """Whether an explanation gives exactly this answer, or the part of it up to a value."""
    double = _double(answer.case.arguments)
    tolerance = CLOSE if ordinary(answer) else _LARGE_TOLERANCE
    kinds = (double,) if ordinary(answer) else (answer.case.arguments, double)
    with np.errstate(all="ignore"):
        return any(_gives(explanation, function, answer, given, tolerance, until) for given in kinds)


def _gives(
    explanation: Explanation, function: Function, answer: Answer, given: Values, tolerance: float, until: str
) -> bool:
    """Compare value by value; the output is judged by the weights that came with it."""
    got = answer.got
    try:
        if set(got) != {"weights", "output"}:
            (value, came), *_ = got.items()
            return close(came, run(explanation, _until(function.steps, value), given)[value], tolerance)
        made = run(explanation, _until(function.steps, "weights"), given)
        if until == "weights" or not close(got["weights"], made["weights"], tolerance):
            return close(got["weights"], made["weights"], tolerance)
        made["weights"] = got["weights"]
        changed = {step: f for v in explanation for step, f in v.does.items()}
        do_step("mix", changed.get("mix", RIGHT["mix"]), made)
        return close(got["output"], made["output"], tolerance)
    except ImpossibleError:
        return False
