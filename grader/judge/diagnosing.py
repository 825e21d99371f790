"""From a rubric's answers to named bugs: each once, in words, with the smallest example that the submission shows.

The score is made before this and does not hang on it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from grader.assignment import Assignment
from grader.checks import sentence
from grader.checks.case import Answer, Case
from grader.checks.lab import Function
from grader.diagnosis import shrink, symptoms
from grader.diagnosis.catalogue import Catalogue, catalogue
from grader.diagnosis.explaining import Atlases
from grader.diagnosis.naming import Findings, Named, name_bugs
from grader.judge.proving import Hint, Proof
from grader.judge.rubric import Asking, Scored
from grader.report import Check, Diagnosis, Example, Lookalike, Status

#: Small arguments that a submission is asked before a bug goes without an example.
_TRIES: Final = 6
#: One seed is asked of a whole class: what it takes to tell answers apart is computed once.
_ATLASES: Final = Atlases()


class Diagnosed(NamedTuple):
    """Checks that point to the bugs behind them, and the bugs, the costliest first."""

    checks: tuple[Check, ...]
    diagnoses: tuple[Diagnosis, ...]


def diagnose(assignment: Assignment, asking: Asking, scored: Sequence[Scored]) -> Diagnosed:
    """Name the bugs of a submission that lost points; what only hidden checks show is not told."""
    lost = [(check, answers.values()) for check, answers in scored if check.status is not Status.PASSED]
    if not lost:
        return Diagnosed(tuple(check for check, _ in scored), ())
    by_function: dict[str, list[Answer]] = defaultdict(list)
    for _, answers in scored:
        for answer in answers.values():
            by_function[answer.case.function] += _as_returned(asking.lab.functions[answer.case.function], answer)
    findings = name_bugs(asking.lab, by_function, _ATLASES, asking.oracle.mistaken)
    behind = {
        check.id: tuple(bug for name in _wrong(answers) for bug in findings.of.get(name, ())) for check, answers in lost
    }
    checks = tuple(
        check.model_copy(update={"bugs": tuple(dict.fromkeys(behind.get(check.id, ())))})
        if check.visibility != "hidden" else check
        for check, _ in scored
    )  # fmt: skip
    words = _words(assignment)
    costs = {bug.bug: sum(c.max_points for c in checks if bug.bug in c.bugs) for bug in findings.named}
    told = sorted((bug for bug in findings.named if costs[bug.bug]), key=lambda bug: -costs[bug.bug])
    diagnoses = [_named(bug, assignment, asking, words) for bug in told]
    shown = {name for check, answers in lost if check.visibility != "hidden" for name in _wrong(answers)}
    return Diagnosed(checks, (*diagnoses, *_observed(findings, assignment, asking, words, shown)))


def _as_returned(function: Function, answer: Answer) -> list[Answer]:
    """Return an answer with no more than what was returned, and the answers that showed the rest."""
    if not answer.shown:
        return [answer]
    return [
        replace(each, shown=(), got={name: value for name, value in each.got.items() if name in function.asked})
        for each in (answer, *answer.shown)
    ]


def hints(checks: Sequence[Check], diagnoses: Sequence[Diagnosis]) -> list[Hint]:
    """Return the diagnoses as the search for their places wants them; an observation only where nothing has a name."""
    named = [diagnosis for diagnosis in diagnoses if diagnosis.bug] or diagnoses
    return [_hint(diagnosis, checks) for diagnosis in named]


def _hint(diagnosis: Diagnosis, checks: Sequence[Check]) -> Hint:
    explained = tuple(check.id for check in checks if diagnosis.bug in check.bugs)
    return Hint(diagnosis.bug, diagnosis.function, explained)


def placed(diagnoses: Sequence[Diagnosis], proofs: Sequence[Proof]) -> tuple[Diagnosis, ...]:
    """Return the diagnoses with the places that are proven."""
    places = {(proof.hint.bug, proof.hint.function): proof.place for proof in reversed(proofs)}
    return tuple(d.model_copy(update={"place": places.get((d.bug, d.function))}) for d in diagnoses)


def _words(assignment: Assignment) -> Catalogue:
    feedback = assignment.manifest.feedback
    return catalogue(feedback.language, assignment.folder / feedback.words if feedback.words else None)


def _wrong(answers: Collection[Answer]) -> list[str]:
    """Return the functions of which something is wrong in these answers."""
    wrong = {
        answer.case.function
        for answer in answers
        if answer.failure or answer.problems or any(not answer.within(name) for name in answer.want)
        or symptoms.impure([answer])
    }  # fmt: skip
    for name in {answer.case.function for answer in answers}:
        if symptoms.unstable([answer for answer in answers if answer.case.function == name]):
            wrong.add(name)
    return sorted(wrong)


def _named(bug: Named, assignment: Assignment, asking: Asking, words: Catalogue) -> Diagnosis:
    entry = words.of(bug.bug, bug.function)
    return Diagnosis(
        bug=bug.bug,
        title=entry.title,
        explanation=entry.explanation,
        hint=entry.hint,
        function=bug.function,
        lesson=entry.lesson or assignment.manifest.lesson,
        also=tuple(Lookalike(bug=other, title=words.of(other, bug.function).title) for other in bug.also),
        example=_example(bug, asking),
    )


def _example(bug: Named, asking: Asking) -> Example | None:
    """Look for the smallest arguments on which the submission shows the bug, by asking it."""
    function = asking.lab.functions[bug.function]
    if not function.arguments:
        return None  # an example is arguments that show the bug; the right value would be the answer
    for tried, arguments in enumerate(shrink.smallest(function, bug)):
        if tried == _TRIES:
            break
        answer, *_ = _as_returned(
            function, asking.answer(Case("smallest example", function.name, arguments, echo=True))
        )
        example = _showing(function, answer)
        if example is not None:
            return example
    return None


def _showing(function: Function, answer: Answer) -> Example | None:
    inputs = {name: shrink.grid(value, 0) for name, value in answer.case.arguments.items()}
    first = function.returns[0].name
    if answer.failure is not None or answer.problems:
        message = (answer.failure or answer.problems[0]).message
        return Example(inputs=inputs, value=first, got=(), want=shrink.grid(answer.want[first].value), message=message)
    for name, before in answer.case.arguments.items():
        after = answer.after.get(name, before)
        if not np.array_equal(after, before):
            return Example(
                inputs=inputs, value=f"{name} after the call", got=shrink.grid(after), want=shrink.grid(before)
            )
    value = shrink.shown(answer)
    if not value:
        return None
    got, want = answer.got[value], answer.want[value].value
    if got.shape != want.shape:
        message = f"The {value} should have shape {sentence.shape(want.shape)}; yours has {sentence.shape(got.shape)}."
        return Example(inputs=inputs, value=value, got=(), want=shrink.grid(want), message=message)
    return Example(inputs=inputs, value=value, got=shrink.grid(got), want=shrink.grid(want))


def _observed(
    findings: Findings, assignment: Assignment, asking: Asking, words: Catalogue, among: Collection[str]
) -> Iterator[Diagnosis]:
    """Say what is known of the first function `among` these that is wrong in a way that no bug explains."""
    shown = [
        (name, seen) for name, seen in findings.observed.items()
        if name in among and asking.lab.functions[name].arguments
    ]  # fmt: skip
    for name, observed in shown[:1]:
        function = asking.lab.functions[name]
        right = [
            other for other, bugs in findings.of.items()
            if not bugs and other not in findings.observed and not _may_call(asking.lab.functions[other], function)
        ]  # fmt: skip
        idle = _idle(function, asking)
        told = {"function": name, "idle": " and ".join(idle), "right": _are(right)}
        ids = [
            *(["earlier-right"] if right else []),
            *observed,
            *(["idle"] if idle and "fixed" not in observed else []),
        ]
        sentences = [words.says(observation, told) for observation in ids]
        if any(sentences):
            yield Diagnosis(
                bug=None,
                title=words.says("title", told),
                explanation=" ".join(filter(None, sentences)),
                hint=words.says("hint", told),
                function=name,
                lesson=assignment.manifest.lesson,
            )


def _may_call(function: Function, other: Function) -> bool:
    return set(other.steps) <= set(function.steps)


def _are(names: Sequence[str]) -> str:
    *others, last = names or [""]
    return f"{', '.join(others)} and {last} are" if others else f"{last} is"


def _idle(function: Function, asking: Asking) -> list[str]:
    """Return the arguments that can be changed without moving the answer."""
    rng = np.random.default_rng([asking.seed, len(function.name)])
    sizes = asking.lab.squared(rng)
    first, other = (function.draw(sizes, rng, "float64") for _ in range(2))
    base = asking.answer(Case("as it is", function.name, first))
    moved = {
        name: asking.answer(Case(f"{name} changed", function.name, {**first, name: other[name]})) for name in first
    }
    return [name for name, answer in moved.items() if base.got and _same(base, answer)]


def _same(one: Answer, other: Answer) -> bool:
    return one.got.keys() == other.got.keys() and all(
        np.array_equal(one.got[name], other.got[name], equal_nan=True) for name in one.got
    )
