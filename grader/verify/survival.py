"""Does the rubric refuse a mutant; and if it does not, is there anything to refuse?"""

import itertools
from collections.abc import Mapping
from typing import Final

import numpy as np

from grader.assignment import Assignment
from grader.checks.case import Case
from grader.checks.lab import Array
from grader.errors import GraderError
from grader.report import Frozen, Status
from grader.verify.judged import answered, judged, said_by
from grader.verify.mutant import Functions, Mutant
from grader.verify.mutants import references
from grader.verify.patience import Patience

#: Arguments that a mutant is compared on with the reference, times their spread: usual ones, far ones, huge ones.
_SIZES: Final = (1.0, 8.0, 1000.0)


class Fate(Frozen):
    """What became of a mutant with one seed: the check that refuses it, if any, and whether it is right after all."""

    id: str
    seed: int
    refused_by: str = ""
    right: bool = False


def fate(assignment: Assignment, mutant: Mutant, seed: int) -> Fate:
    """Let the rubric judge a mutant, up to the first check that refuses it."""
    right, patience = references(assignment), _patience(assignment)

    def make() -> Functions:
        return {**right, **patience.functions(mutant.make, right)}

    with np.errstate(all="ignore"):  # mutants may give anything
        for check, _ in judged(assignment, make, seed):
            if check.status is not Status.PASSED:
                return Fate(id=mutant.id, seed=seed, refused_by=check.id)
        return Fate(id=mutant.id, seed=seed, right=_right(assignment, mutant, seed))


def _patience(assignment: Assignment) -> Patience:
    """Return what a submission gets."""
    limits = assignment.manifest.limits
    return Patience(limits.call_seconds, limits.total_seconds)


def _right(assignment: Assignment, mutant: Mutant, seed: int) -> bool:
    """Whether nothing tells a mutant from the reference beyond rounding, whatever a rubric might ask."""
    lab, rng = assignment.manifest.lab, np.random.default_rng([seed, 1])
    said = said_by(assignment, seed)
    made = _patience(assignment).functions(mutant.make, lab.functions)  # once, lest it forgets what it remembers
    for sizes in (lab.rectangular(rng), lab.squared(rng), lab.equal(rng)):
        for name in made:
            for drawn, size in itertools.product(lab.functions[name].each(sizes, rng, "float64").values(), _SIZES):
                case = Case("compared", name, _grown(drawn, size), echo=True, said=said.get(name, {}))
                if _wrong(assignment, made, seed, case):
                    return False
    return True


def _grown(drawn: Mapping[str, Array], size: float) -> dict[str, Array]:
    """Return arguments with all arrays of drawn numbers so many times as large."""
    return {name: size * value if value.ndim and value.dtype.kind == "f" else value for name, value in drawn.items()}


def _wrong(assignment: Assignment, made: Functions, seed: int, case: Case) -> bool:
    try:
        answer = answered(assignment, lambda: made, seed, case)
    except GraderError:  # the reference itself gives nothing usable there
        return False
    changed = any(not np.array_equal(value, case.arguments[name]) for name, value in answer.after.items())
    return bool(changed or answer.failure or answer.problems) or not all(map(answer.within, answer.want))
