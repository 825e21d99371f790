"""Which bugs, in which steps, make exactly what a function answered: in every case that it was asked.

Candidates come from the atlas of one case. Each is then run on all other cases, large scores included. The
explanation with the fewest bugs wins; bugs that were found in a function called earlier count for nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from grader.checks.case import Answer
from grader.checks.lab import Function, Step
from grader.diagnosis import variants  # noqa: F401  # importing them registers them
from grader.diagnosis.atlas import CLOSE, MOST_BUGS, Atlas
from grader.diagnosis.probe import Probe, possible, probes, up_to
from grader.diagnosis.variant import (
    RIGHT,
    Explanation,
    ImpossibleError,
    Values,
    apart,
    do_step,
    of_steps,
)

_KEPT_BYTES: Final = 24 << 20  # of atlases


class Atlases:
    """The atlases of one lab, kept from one submission to the next."""

    def __init__(self) -> None:
        self._kept: dict[object, Atlas] = {}

    def of(self, steps: tuple[Step, ...], given: Values, value: str, most: int, base: Explanation = ()) -> Atlas:
        """Return the atlas of a case, made if need be; `given` are the arrays that the first of `steps` starts from."""
        key = (steps, value, most, base, *((n, a.shape, a.tobytes()) for n, a in given.items() if a is not None))
        if key in self._kept:
            return self._kept[key]
        atlas = self._kept[key] = Atlas(steps, given, value, most, base)
        while len(self._kept) > 1 and sum(kept.nbytes for kept in self._kept.values()) > _KEPT_BYTES:
            self._kept.pop(next(iter(self._kept)))
        return atlas


def explain(
    function: Function,
    answers: Sequence[Answer],
    known: Sequence[Explanation],
    atlases: Atlases,
    tolerance: float = CLOSE,
) -> list[Explanation]:
    """Return the explanations of all `answers` of a function, best first; none where nothing fits.

    Answers that did not come explain nothing and contradict nothing; but of two explanations the one that cannot be
    done there either is better. The empty explanation says that all are right. `known` are explanations found in
    functions that this one may call. Answers that are NaN throughout are explained by nothing but these.
    """
    if not function.steps:
        return []
    asked = probes(function, answers, tolerance)
    if not asked or not asked[0].got:
        return []
    failed = [answer for answer in answers if answer.failure and answer.failure.raised]
    told = any(np.isfinite(value).any() for probe in asked if not probe.large for value in probe.got.values())
    seen = {bug for explanation in known for variant in explanation for bug in variant.bugs}
    with np.errstate(all="ignore"):
        for new, candidates in _candidates(function.steps, asked[0], known, atlases):
            found = _consistent(function.steps, candidates, asked)
            best = _best({e: _cost(e, seen, function, failed) for e in found})
            if best and sum(bug not in seen for variant in best[0] for bug in variant.bugs) <= new:
                return best
            if not told:
                break
    return []


def _cost(
    explanation: Explanation, seen: set[str], function: Function, failed: Sequence[Answer]
) -> tuple[int, int, int, int]:
    """Return how much an explanation asks one to believe: new bugs, known ones left out, bugs, failures not explained.

    A function that calls another one has its bugs: of two explanations that give the same numbers, the one with more of
    the known bugs is the likelier.
    """
    bugs = [bug for variant in explanation for bug in variant.bugs]
    new, inherited = sum(bug not in seen for bug in bugs), len(seen.intersection(bugs))
    return new, -inherited, len(bugs), sum(possible(explanation, function, answer) for answer in failed)


def _best(cost: dict[Explanation, tuple[int, ...]]) -> list[Explanation]:
    """Return the explanations of least cost, one for each set of bugs."""
    least = min(cost.values(), default=None)
    named = {frozenset(v.bugs for v in e): e for e in reversed(cost) if cost[e] == least}
    return list(reversed(named.values()))


def _candidates(
    steps: Sequence[Step], probe: Probe, known: Sequence[Explanation], atlases: Atlases
) -> Iterator[tuple[int, list[Explanation]]]:
    """Return groups of candidates, those that ask the least first, each with the number of new bugs it is good for."""
    mine = [tuple(v for v in explanation if set(v.does) <= set(steps)) for explanation in ((), *known)]
    known = list(dict.fromkeys(mine))
    yield 0, known
    value = next((name for name in ("scores", "weights", "output") if name in probe.got), "")
    if not value:
        return
    given, got, till = probe.arguments, probe.got[value], up_to(value, steps)
    if steps[0] != "projections":
        for most in range(2, MOST_BUGS + 1 if value != "output" else 3):
            yield most, [*known, *atlases.of(till, given, value, most).matching(got, probe.tolerance)]
        for base in filter(None, known):
            beside = atlases.of(till, given, value, 2, base).matching(got, probe.tolerance)
            yield 2, [(*base, *e) for e in beside]
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
            found += [(*way, *e) for e in atlases.of(till[1:], kept, value, most).matching(got, probe.tolerance)]
            for base in filter(None, known if most > 1 else ()):
                beside = atlases.of(till[1:], kept, value, 2, base).matching(got, probe.tolerance)
                found += [(*way, *base, *e) for e in beside]
        yield 2, found


def _consistent(steps: Sequence[Step], candidates: Iterable[Explanation], asked: Sequence[Probe]) -> list[Explanation]:
    """Return the candidates, completed where that is needed, that make all answers."""
    usual, large = [probe for probe in asked if not probe.large], [probe for probe in asked if probe.large]
    mixes = [(), *((v,) for v in of_steps(("mix",)))] if "mix" in steps else [()]
    found: list[Explanation] = []
    for candidate in dict.fromkeys(candidates):
        if not all(probe.made_by(candidate, steps, until="weights") for probe in usual[:1]):
            continue
        completions = [(*candidate, *mix) for mix in mixes if apart((*candidate, *mix))]
        for explanation in (*completions, *_widened(candidate, steps)):
            if all(probe.made_by(explanation, steps) for probe in usual):
                found += _completed(explanation, steps, large)
    return found


def _widened(explanation: Explanation, steps: Sequence[Step]) -> Iterator[Explanation]:
    """Put bugs that change more steps, the mix among them, in the place of those that look like a part of them."""
    for part in explanation:
        for whole in of_steps(steps):
            if part.does.items() < whole.does.items():
                yield tuple(whole if variant is part else variant for variant in explanation)


def _completed(explanation: Explanation, steps: Sequence[Step], large: Sequence[Probe]) -> list[Explanation]:
    """Return an explanation of the usual answers that explains the large ones too: as it is, or with one more bug."""
    if all(probe.made_by(explanation, steps) for probe in large):
        return [explanation]
    more = [(*explanation, variant) for variant in of_steps(steps) if variant.large]
    return [e for e in more if apart(e) and all(probe.made_by(e, steps) for probe in large)]
