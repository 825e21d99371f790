"""Functions of ours judged by a rubric as a submission is, without a worker: the same questions, reading and checks."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from grader.assignment import Assignment
from grader.checks.case import Answer, Case
from grader.checks.item import Item
from grader.errors import AssignmentError
from grader.judge import rubric
from grader.judge.functions import Functions as Asked
from grader.judge.paper import paper_for
from grader.report import Finding
from grader.verify.mutant import Functions


class Judged(NamedTuple):
    """An item of the rubric, what it says, and of which answers."""

    item: Item
    finding: Finding
    answers: Mapping[str, Answer]


def judged(assignment: Assignment, make: Callable[[], Functions], seed: int) -> Iterator[Judged]:
    """Yield what each item says of the functions that `make` gives, in the order of the rubric."""
    asking = _asking(assignment, make, seed)
    for item in assignment.manifest.check:
        with np.errstate(all="ignore"):  # mutants may give anything
            answers = rubric.ask(item, asking)
            try:
                finding = item.find(answers)
            except Exception as error:  # an author's own kind may do anything
                raise AssignmentError(f'The check "{item.id}" cannot judge what it got: {error!r}.') from error
            yield Judged(item, finding, answers)


def answered(assignment: Assignment, make: Callable[[], Functions], seed: int, case: Case) -> Answer:
    """Return what the functions that `make` gives answer to one case."""
    with np.errstate(all="ignore"):
        return _asking(assignment, make, seed).answer(case)


def _asking(assignment: Assignment, make: Callable[[], Functions], seed: int) -> rubric.Asking:
    paper = paper_for(assignment, seed)
    return rubric.Asking(Asked(make), paper, paper.lab, {}, arrays=True, seed=seed)
