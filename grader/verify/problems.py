"""What is not as promised, in sentences for the author: of an example, of a check, of the rubric as a whole."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.assignment import Assignment
from grader.render.words import points
from grader.verify.mutant import form, pattern
from grader.verify.promise import Promise
from grader.verify.proof import Column, Row, Survivor
from grader.verify.trying import Run


def of_promise(promise: Promise, runs: Sequence[Run], assignment: Assignment) -> Iterator[str]:
    """Say what is other than promised of one example; and in how many runs, where not in all."""
    for refused in dict.fromkeys(run.refused for run in runs if run.refused):
        yield f"{promise.name} cannot be graded: {refused}"
    graded = [run for run in runs if not run.refused]
    for check in assignment.manifest.check:
        failing = [run for run in graded if check.id in run.failed]
        wanted = check.id in promise.fails
        off = [run for run in graded if (run in failing) is not wanted]
        if off and wanted:
            what = (
                f"gets the {points(check.points)} points of {check.id}"
                if promise.kind == "starter"
                else f"passes {check.id}"
            )
            yield f"{promise.name} {what}{_how_often(off, graded)}, which it is to fail."
        elif off:
            yield f"{promise.name} fails {check.id}{_how_often(off, graded)}: {off[0].failed[check.id]}"
    shares = [run for run in graded if run.points and len(run.failed) == len(promise.fails)]
    if promise.kind == "starter" and shares:
        yield f"{promise.name} gets {points(shares[0].points)} points{_how_often(shares, graded)}, and is to get none."
    unnamed = [run for run in graded if promise.bug and [promise.bug in named for named in run.named] != [True]]
    if unnamed:
        named = " and ".join(each[0] for each in unnamed[0].named) or "nothing"
        yield f"{promise.name} is named {named}{_how_often(unnamed, graded)}, and is to be named {promise.bug} only."


def of_checks(columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[str]:
    """Say which checks nobody fails, and which nobody passes."""
    for at, column in enumerate(columns):
        if not column.refuses:
            yield f"No wrong example fails {column.id}: give one that does, or leave the check out."
        right = [row for row in rows if row.kind in ("reference", "accepted")]
        if right and all(row.cells[at].failed for row in right):
            worth = points(column.points)
            yield f"The {worth} points of {column.id} are out of reach: not even the reference passes it."


def of_mutants(assignment: Assignment, survivors: Sequence[Survivor], seeds: int) -> Iterator[str]:
    """Say which mutants get full marks without a reason, and which reasons are not needed."""
    spared: dict[str, list[Survivor]] = defaultdict(list)
    for survivor in survivors:
        if not survivor.reason:
            spared[form(survivor.id)].append(survivor)
    for name, forms in spared.items():
        often = max(each.survived for each in forms)
        runs = "" if often == seeds else f" in {often} of {seeds} runs"
        many = "" if len(forms) == 1 else f" (in {len(forms)} forms)"
        yield f"Your rubric would give full marks{runs} to this: {name}{many}"
    for mutant in assignment.manifest.mutant:
        if not any(pattern(mutant.id).fullmatch(survivor.id) for survivor in survivors):
            yield f'[[mutant]] "{mutant.id}" is declared, but no mutant of that name gets full marks.'


def _how_often(off: Sequence[Run], graded: Sequence[Run]) -> str:
    """Say in which runs a verdict was another one; nothing if in all of them."""
    if len(off) == len(graded):
        return ""
    seeds = ", ".join(str(run.seed) for run in off[:5]) + (", …" if len(off) > 5 else "")
    return f" in {len(off)} of {len(graded)} runs (seed {seeds}): the verdict is flaky"
