"""What was found, put together: is the rubric proven, and if not, why not. Pure: runs in, a proof out."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.assignment import Assignment
from grader.report import AssignmentInfo, Frozen
from grader.verify.crew import Found
from grader.verify.mutant import form, pattern
from grader.verify.promise import Kind, Promise, broken
from grader.verify.survival import Fate
from grader.verify.trying import Run


class Cell(Frozen):
    """One check of one example: how many runs did not pass it, and whether that was promised."""

    failed: int
    promised: bool

    def kept(self, runs: int) -> bool:
        """Whether all runs were as promised."""
        return self.failed == (runs if self.promised else 0)


class Row(Frozen):
    """One line of the matrix; a cell for each check. `named` is what most runs named, the promised bug if it can be."""

    name: str
    kind: Kind
    runs: int
    cells: tuple[Cell, ...]
    bug: str
    named: str


class Nearest(Frozen):
    """How near to the tolerance an example comes, in tolerances, and which one it is."""

    name: str
    margin: float


class Column(Frozen):
    """A check: its points, how many wrong examples it refuses, and the nearest example on either side."""

    id: str
    title: str
    points: float
    refuses: int
    accepted: Nearest | None
    wrong: Nearest | None


class Survivor(Frozen):
    """A mutant that gets full marks in so many of the runs; with a reason if the author declared it."""

    id: str
    survived: int
    reason: str = ""


class Proof(Frozen):
    """Everything that one verification has to say. Without problems the rubric is proven."""

    assignment: AssignmentInfo
    title: str
    max_score: float
    seeds: int
    threads: tuple[int, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    mutants: int
    right_mutants: int
    survivors: tuple[Survivor, ...]
    problems: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether the rubric does what is promised of it."""
        return not self.problems


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
        problems += _deviations(promise, by_name[promise.name], assignment)
    columns = tuple(_column(at, assignment, rows, by_name) for at in range(len(checks)))
    problems += _of_checks(columns, rows)
    problems += _of_mutants(assignment, survivors, found.seeds)
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


def _deviations(promise: Promise, runs: Sequence[Run], assignment: Assignment) -> Iterator[str]:
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
                f"gets the {check.points:g} points of {check.id}" if promise.kind == "starter" else f"passes {check.id}"
            )
            yield f"{promise.name} {what}{_how_often(off, graded)}, which it is to fail."
        elif off:
            yield f"{promise.name} fails {check.id}{_how_often(off, graded)}: {off[0].failed[check.id]}"
    shares = [run for run in graded if run.points and len(run.failed) == len(promise.fails)]
    if promise.kind == "starter" and shares:
        yield f"{promise.name} gets {shares[0].points:g} points{_how_often(shares, graded)}, and is to get none."
    unnamed = [run for run in graded if promise.bug and [promise.bug in named for named in run.named] != [True]]
    if unnamed:
        named = " and ".join(each[0] for each in unnamed[0].named) or "nothing"
        yield f"{promise.name} is named {named}{_how_often(unnamed, graded)}, not {promise.bug}."


def _how_often(off: Sequence[Run], graded: Sequence[Run]) -> str:
    """Say in which runs a verdict was another one; nothing if in all of them."""
    if len(off) == len(graded):
        return ""
    seeds = ", ".join(str(run.seed) for run in off[:5]) + (", …" if len(off) > 5 else "")
    return f" in {len(off)} of {len(graded)} runs (seed {seeds}): the verdict is flaky"


def _column(at: int, assignment: Assignment, rows: Sequence[Row], by_name: dict[str, list[Run]]) -> Column:
    check = assignment.manifest.check[at]
    passing = _nearest([row for row in rows if row.kind == "accepted" and not row.cells[at].failed], check.id, by_name)
    failing = [row for row in rows if row.kind == "wrong" and row.cells[at].failed]
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


def _of_checks(columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[str]:
    """Say which checks nobody fails, and which nobody passes."""
    for at, column in enumerate(columns):
        if not column.refuses:
            yield f"No wrong example fails {column.id}: give one that does, or leave the check out."
        right = [row for row in rows if row.kind in ("reference", "accepted")]
        if right and all(row.cells[at].failed for row in right):
            yield f"The {column.points:g} points of {column.id} are out of reach: not even the reference passes it."


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


def _of_mutants(assignment: Assignment, survivors: Sequence[Survivor], seeds: int) -> Iterator[str]:
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
