"""A proof made by hand, with one of everything."""

from grader.report import AssignmentInfo
from grader.verify.margin import ANY
from grader.verify.proof import Cell, Column, Nearest, Proof, Row, Survivor


def proof(**changes) -> Proof:
    """A rubric of two checks with a problem in each corner, or with `changes`."""
    row = Row(name="wrong/b.py", kind="wrong", runs=5, cells=(_cell(5, True), _cell(3, False)), bug="", named="rounded")
    return Proof(
        assignment=AssignmentInfo(id="lab", version="1.2", digest="0" * 64),
        title="A lab",
        max_score=30,
        seeds=5,
        threads=(1, 4),
        columns=(
            Column(
                id="shapes", title="Shapes", points=10, refuses=1,
                accepted=Nearest(name="accepted/a.py", margin=0.25), wrong=Nearest(name="wrong/b.py", margin=40),
            ),
            Column(
                id="numbers", title="Numbers <b>", points=20, refuses=0,
                accepted=None, wrong=Nearest(name="wrong/b.py", margin=ANY),
            ),
        ),
        rows=(
            Row(name="accepted/a.py", kind="accepted", runs=5, cells=(_cell(0, False),) * 2, bug="", named=""),
            row,
        ),
        mutants=100,
        right_mutants=3,
        survivors=(Survivor(id="f: x doubled", survived=5, reason="Next week."), Survivor(id="f: x", survived=5)),
        problems=("wrong/b.py fails numbers in 3 of 5 runs (seed 1, 2, 3): the verdict is flaky: <i>x</i>",),
    ).model_copy(update=changes)  # fmt: skip


def _cell(failed: int, promised: bool) -> Cell:
    return Cell(failed=failed, promised=promised)
