"""Functions of ours judged by a rubric as a submission is, without a worker: the same questions, reading and checks."""

from collections.abc import Callable, Iterator

from grader.assignment import Assignment
from grader.checks.case import Answer, Case
from grader.errors import AssignmentError, GraderError
from grader.judge import rubric
from grader.judge.functions import Functions as Asked
from grader.judge.functions import Said
from grader.judge.paper import paper_for
from grader.judge.rubric import Scored
from grader.verify.mutant import Functions


def judged(assignment: Assignment, make: Callable[[], Functions], seed: int) -> Iterator[Scored]:
    """Yield what each check says of the functions that `make` gives, in the order of the rubric."""
    try:
        yield from rubric.judge(assignment.manifest.check, _asking(assignment, make, seed))
    except GraderError:
        raise
    except Exception as error:  # an author's own kind may do anything
        raise AssignmentError(f"A check of {assignment.manifest.id} cannot judge what it got: {error!r}.") from error


def answered(assignment: Assignment, make: Callable[[], Functions], seed: int, case: Case) -> Answer:
    """Return what the functions that `make` gives answer to one case."""
    return _asking(assignment, make, seed).answer(case)


def said_by(assignment: Assignment, seed: int) -> dict[str, Said]:
    """Return the numbers that the questions of a seed say, by function."""
    paper = paper_for(assignment, seed)
    cases = (case for item in assignment.manifest.check for case in paper.cases(item))
    return {case.function: case.said for case in cases if case.said}


def _asking(assignment: Assignment, make: Callable[[], Functions], seed: int) -> rubric.Asking:
    paper = paper_for(assignment, seed)
    return rubric.Asking(
        Asked(make, paper.lab, said_by(assignment, seed)), paper, paper.lab, {}, arrays=True, seed=seed
    )
