"""What was found, put together: is the rubric proven, and if not, why not. Pure: runs in, a proof out."""

from collections import defaultdict
from collections.abc import Sequence

from grader.assignment import Assignment
from grader.verify.crew import Found
from grader.verify.mutant import pattern
from grader.verify.problems import of_checks, of_mutants, of_promise
from grader.verify.promise import Promise, broken
from grader.verify.proof import Cell, Column, Nearest, Proof, Row, Survivor
from grader.verify.survival import Fate
from grader.verify.trying import Run


def prove_rubric(assignment: Assignment, found: Found) -> Proof:
    """Return the proof of a rubric."""
    by_name: dict[str, list[Run]] = defaultdict(list)
    for run in found.runs:
        by_name[run.name].append(run)
    checks = [check.id for check in assignment.manifest.check]
    rows = tuple(_row(promise, by_name[promise.name], checks) for promise in found.promises)
    survivors = _survivors(assignment, found.fates)
    problems = [*broken(assignment)]
    for promise in found.promises:
        problems += of_promise(promise, by_name[promise.name], assignment)
    columns = tuple(_column(at, assignment, rows, by_name) for at in range(len(checks)))
    problems += of_checks(columns, rows)
    problems += of_mutants(assignment, survivors, found.seeds)
    return Proof(
        assignment=assignment.info,
        title=assignment.manifest.title,
        max_score=assignment.max_score,
        seeds=found.seeds,
        threads=found.threads,
        columns=columns,
        rows=rows,
        mutants=len({fate.id for fate in found.fates}),
        right_mutants=len({fate.id for fate in found.fates if fate.right}),
        survivors=survivors,
        problems=tuple(problems),
    )


def _row(promise: Promise, runs: Sequence[Run], checks: Sequence[str]) -> Row:
    cells = (Cell(failed=sum(c in run.failed for run in runs), promised=c in promise.fails) for c in checks)
    firsts = [promise.bug if promise.bug in run.named[0] else run.named[0][0] for run in runs if run.named]
    return Row(
        name=promise.name, kind=promise.kind, runs=len(runs), cells=tuple(cells), bug=promise.bug,
        named=max(firsts, key=firsts.count, default=""),
    )  # fmt: skip


def _column(at: int, assignment: Assignment, rows: Sequence[Row], by_name: dict[str, list[Run]]) -> Column:
    check = assignment.manifest.check[at]
    passing = _nearest([row for row in rows if row.kind == "accepted" and not row.cells[at].failed], check.id, by_name)
    wrong = [row for row in rows if row.kind == "wrong"]
    failing = [row for row in wrong if any(run.refused_by(check.id) for run in by_name[row.name])]
    return Column(
        id=check.id,
        title=check.title,
        points=check.points,
        refuses=len(failing),
        accepted=max(passing, key=lambda each: each.margin, default=None),
        wrong=min(_nearest(failing, check.id, by_name), key=lambda each: each.margin, default=None),
    )


def _nearest(rows: Sequence[Row], check: str, by_name: dict[str, list[Run]]) -> list[Nearest]:
    """Return the margin of each example in the run that comes nearest to the tolerance."""
    found = []
    for row in rows:
        margins = [run.margins[check] for run in by_name[row.name] if check in run.margins]
        if margins:
            near = max(margins) if row.kind == "accepted" else min(margins)
            found.append(Nearest(name=row.name, margin=near))
    return found


def _survivors(assignment: Assignment, fates: Sequence[Fate]) -> tuple[Survivor, ...]:
    """Return the mutants that got full marks although something tells them from the reference."""
    survived: dict[str, int] = defaultdict(int)
    for fate in fates:
        if not fate.refused_by and not fate.right:
            survived[fate.id] += 1
    declared = [(pattern(mutant.id), mutant.reason) for mutant in assignment.manifest.mutant]
    return tuple(
        Survivor(id=name, survived=count, reason=next((why for known, why in declared if known.fullmatch(name)), ""))
        for name, count in survived.items()
    )
