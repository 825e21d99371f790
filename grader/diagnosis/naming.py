"""Which bugs a submission has: from all answers of all its functions to ids, each bug once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from grader.checks.case import Answer
from grader.checks.lab import Function, Lab
from grader.diagnosis import symptoms
from grader.diagnosis.explaining import Atlases, explain
from grader.diagnosis.mistakes import Mistaken, matching
from grader.diagnosis.observing import copies, observe
from grader.diagnosis.probe import ordinary, possible
from grader.diagnosis.variant import WRONG, Explanation, Variant, apart

#: Questions with one size that show more than a coincidence, where the answers are wrong too.
_ENOUGH = 2
_WRITTEN = "hard-coded-answer"


@dataclass(frozen=True)
class Named:
    """A bug, the function that has it first, and bugs that no number tells apart from it.

    `variant` is the known-wrong step that it is, and `explanation` all that is wrong in the function's steps; neither
    for a bug that shows in how the function fails or returns.
    """

    bug: str
    function: str
    also: tuple[str, ...] = ()
    variant: Variant | None = None
    explanation: Explanation = ()


@dataclass(frozen=True)
class Findings:
    """All bugs, which of them each function has, and what is known of functions that no bug explains."""

    named: tuple[Named, ...] = ()
    of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    observed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Told:
    """What one function shows. `open` when it is wrong and nothing names why; `known` if a mistake of the lab does."""

    bugs: tuple[Named, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    open: bool = False
    observed: tuple[str, ...] = ()
    known: bool = False


def name_bugs(
    lab: Lab, answers: Mapping[str, Sequence[Answer]], atlases: Atlases, mistaken: Mistaken = lambda _: ()
) -> Findings:
    """Name the bugs in `answers`, given by function. Functions come in the order in which one may call another.

    `mistaken` knows what the lab's own mistakes make of a case.
    """
    told: dict[str, _Told] = {}
    with np.errstate(all="ignore"):  # answers may be anything
        for function in sorted(lab.functions.values(), key=lambda f: len(f.steps)):
            if answers.get(function.name):
                if made := matching(answers[function.name], mistaken):
                    told[function.name] = _Told((Named(made[0], function.name, made[1:]),), known=True)
                    continue
                written = any(bug.bug == _WRITTEN for t in told.values() for bug in t.bugs)
                known = _known(told.values())
                told[function.name] = _tell(function, answers[function.name], known, atlases, written=written)
    told = dict(_without_shown_work(told, answers))
    bugs = [bug for t in told.values() for bug in t.bugs]
    named = _each_once(bugs)
    first = {alias: bug.bug for bug in named for alias in (bug.bug, *bug.also)}
    first |= {bug.bug: wider.bug for bug in bugs for wider in bugs if _part_of(bug, wider)}
    return Findings(
        named,
        {name: tuple(dict.fromkeys(first[bug.bug] for bug in t.bugs if bug.bug in first)) for name, t in told.items()},
        {name: t.observed for name, t in told.items() if t.open},
    )


def _each_once(bugs: Sequence[Named]) -> tuple[Named, ...]:
    named: list[Named] = []
    for bug in bugs:
        known = {name for other in named for name in (other.bug, *other.also)}
        if not known & {bug.bug, *bug.also} and not any(_part_of(bug, wider) for wider in bugs):
            named.append(bug)
    return tuple(named)


def _part_of(bug: Named, wider: Named) -> bool:
    """Whether a bug is what another one, seen in a later function, looks like from an earlier one."""
    if bug.variant is None or wider.variant is None or bug.bug == wider.bug:
        return False
    return any(bug.variant.does.items() < v.does.items() for v in WRONG if v.bug == wider.bug)


def _known(told: Iterable[_Told]) -> list[Explanation]:
    """Return what may be called from a later function: the explanations found, alone and together."""
    found = [t.explanations[0] for t in told if t.explanations and t.explanations[0]]
    together: Explanation = ()
    for explanation in found:
        joined = (*together, *(v for v in explanation if v not in together))
        together = joined if apart(joined) else together
    return list(dict.fromkeys([*found, together]))


def _tell(
    function: Function, answers: Sequence[Answer], known: Sequence[Explanation], atlases: Atlases, *, written: bool
) -> _Told:
    """Tell what one function shows; `written`: a function that it may call has the lesson's answers written into it."""
    bugs = [symptoms.failing(function, answers), *symptoms.returning(answers)]
    fixed = symptoms.fixed(answers)
    if fixed and "integer-result" not in bugs:
        bugs = [_WRITTEN] if written or symptoms.worked(answers) else []
        return _Told(_symptoms(function, bugs), open=not bugs, observed=("fixed",))
    if symptoms.impure(answers):
        bugs.append("mutates-inputs")
    answers = [_in_order(answer, swapped="returns-swapped" in bugs) for answer in answers]
    varied = symptoms.unstable(answers)
    if varied:
        bug, *also = symptoms.chance(varied)
        drawn = Named(bug, function.name, tuple(also))
        return _Told((*_symptoms(function, bugs), drawn), observed=("varies",))
    if "integer-result" in bugs:
        return _Told(_symptoms(function, bugs), observed=("fixed",) if fixed else ())
    return _tell_values(function, answers, known, atlases, bugs)


def _tell_values(
    function: Function, answers: Sequence[Answer], known: Sequence[Explanation], atlases: Atlases, bugs: list[str]
) -> _Told:
    """Tell what the numbers of one function show, beside the `bugs` that are known of it."""
    usual = [answer for answer in answers if ordinary(function, answer)]
    few_digits, tolerance = symptoms.coarse(usual)
    if few_digits and symptoms.nearly_right(usual):  # asked first: no other explanation is as likely
        explanations, came = explain(function, answers, known, atlases, tolerance), answers
        bugs = [*bugs, few_digits]
    else:
        explanations, came = _explained(function, answers, known, atlases)
        if not explanations and few_digits:
            explanations = explain(function, answers, known, atlases, tolerance)
            bugs = [*bugs, few_digits if explanations else ""]
        if not any(explanations) and symptoms.precision(usual):
            bugs = [*bugs, "precision-lost"]
    found = [*_symptoms(function, bugs), *_of_explanations(function, explanations)]
    if explanations:
        found += _by_sizes(function, explanations[0], answers, came)
    wrong = any(not answer.within(name) for answer in answers for name in answer.got)
    lost = not explanations and not found and wrong
    return _Told(tuple(found), tuple(explanations), lost, tuple(observe(usual)) if lost else ())


def _explained(
    function: Function, answers: Sequence[Answer], known: Sequence[Explanation], atlases: Atlases
) -> tuple[list[Explanation], Sequence[Answer]]:
    """Explain all answers, or else those in the shape that was asked; return the explanations and what they explain."""
    explanations = explain(function, answers, known, atlases)
    whole = [answer for answer in answers if answer.got and len(answer.fitting()) == len(answer.got)]
    if explanations or len(whole) == len(answers):
        return explanations, [answer for answer in answers if answer.got]
    return explain(function, whole, known, atlases), whole


def _by_sizes(
    function: Function, explanation: Explanation, answers: Sequence[Answer], came: Sequence[Answer]
) -> tuple[Named, ...]:
    """Name what makes a function fail for sizes at which the bugs that explain its other answers would not."""
    explained = {id(answer) for answer in came}
    failed = [a for a in answers if id(a) not in explained and not (a.failure and not a.failure.raised)]
    if not all(possible(explanation, function, answer) for answer in failed) or symptoms.failing(function, failed):
        return ()
    came = [answer for answer in came if all(np.isfinite(value).all() for value in answer.got.values())]
    if explanation and len(symptoms.questions(came)) < _ENOUGH:
        return ()
    bugs = symptoms.sizes(function, came, failed)
    return (Named(bugs[0], function.name, bugs[1:]),) if bugs else ()


def _symptoms(function: Function, bugs: Sequence[str]) -> tuple[Named, ...]:
    return tuple(Named(bug, function.name) for bug in dict.fromkeys(filter(None, bugs)))


def _of_explanations(function: Function, explanations: Sequence[Explanation]) -> Iterator[Named]:
    """Return the bugs of the best explanation, each with those that take its place in another one."""
    if not explanations:
        return
    best, *others = explanations
    names = {variant.bug for variant in best}
    also: dict[str, list[str]] = {bug: [] for bug in names}
    for other in others:
        here, there = names - {v.bug for v in other}, {v.bug for v in other} - names
        if len(here) == len(there) == 1:
            also[here.pop()].append(there.pop())
    for variant in best:
        yield Named(variant.bug, function.name, tuple(dict.fromkeys(also[variant.bug])), variant, best)
        if variant.beside:
            yield Named(variant.beside, function.name)


def _in_order(answer: Answer, *, swapped: bool) -> Answer:
    """Undo an exchange of returned values where the shapes, being equal, could not show it."""
    if not swapped or answer.problems or len(answer.got) != 2:
        return answer
    (one, first), (other, second) = answer.got.items()
    return replace(answer, got={one: second, other: first}) if first.shape == second.shape else answer


def _without_shown_work(
    told: Mapping[str, _Told], answers: Mapping[str, Sequence[Answer]]
) -> Iterator[tuple[str, _Told]]:
    """Take back names where nothing shows what was meant: arguments handed back, numbers drawn, no step explained."""
    idle = {name for name in told if (came := [a for a in answers[name] if a.got]) and copies(came)}
    meant = any(t.explanations or t.known for name, t in told.items() if name not in idle or t.known)
    for name, t in told.items():
        if meant or not (name in idle or (t.observed and not t.explanations and not _answered(t))):
            yield name, t
        else:
            yield name, _Told(open=True, observed=t.observed or ("copies-an-argument",))


def _answered(told: _Told) -> bool:
    return any(bug.bug == _WRITTEN for bug in told.bugs)
