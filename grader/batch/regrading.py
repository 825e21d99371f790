"""The same submissions graded twice: who goes up or down, by which check, and why. Pure: two sets of results in."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from grader.batch.result import Row
from grader.report import Check, Frozen, Number, Report, Text

_DIGITS: Final = 12  # of a digest, as everywhere else
_SAME: Final = "nothing that the reports state: the answers themselves were other ones"


class Result(NamedTuple):
    """What one grading said of an entry."""

    row: Row
    report: Report | None


class Change(Frozen):
    """Something that was another thing at the first grading; "" where it was or is not there."""

    what: str
    before: Text
    after: Text

    def __str__(self) -> str:
        return f"{self.what}: {self.before or 'none'} → {self.after or 'none'}"


class Step(Frozen):
    """What a check gave and gives; None where it is not in the rubric or nothing was graded."""

    check: str
    before: Number
    after: Number
    message: Text = ""


class Move(Frozen):
    """An entry of which the second grading says something else.

    `direction` goes by the share of the points, `even` is another way to the same share. Who has lost or got a score
    altogether goes down or up.
    """

    before: Row
    after: Row
    direction: Literal["down", "up", "even"]
    steps: tuple[Step, ...]
    why: tuple[Text, ...]


class Regrading(Frozen):
    """All moves, how many stay, what is other than before for how many, and who is in one of the two only."""

    moves: tuple[Move, ...]
    same: int
    changes: tuple[tuple[Change, int], ...]
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    def going(self, direction: Literal["down", "up", "even"]) -> list[Move]:
        """Return the moves in one direction."""
        return [move for move in self.moves if move.direction == direction]

    def by_check(self) -> list[tuple[str, int, int]]:
        """Return for each check that moves how many it takes down and up, those that it takes down first."""
        down, up = Counter[str](), Counter[str]()
        for step in (step for move in self.moves for step in move.steps):
            (down if (step.after or 0) < (step.before or 0) else up)[step.check] += 1
        return [(check, down[check], up[check]) for check in sorted(down | up, key=lambda c: (-down[c], -up[c], c))]


def regrading(pairs: Iterable[tuple[Result | None, Result | None]]) -> Regrading:
    """Compare what was said before and after of each entry; None where there was or is none. Goes through them once."""
    moves: list[Move] = []
    counts: Counter[Change] = Counter()
    gone, new, same = [], [], 0
    for before, after in pairs:
        if before is None or after is None:
            gone += [before.row.key] if before else []
            new += [after.row.key] if after else []
            continue
        other = list(_changes(before, after))
        counts.update(other)
        steps = tuple(_steps(before.report, after.report))
        if not steps and _said(before.row) == _said(after.row):
            same += 1
            continue
        why = tuple(str(change) for change in other if not _of_another_check(change, steps)) or (_SAME,)
        direction = _direction(before.row, after.row)
        moves.append(Move(before=before.row, after=after.row, direction=direction, steps=steps, why=why))
    return Regrading(
        moves=tuple(moves), same=same, changes=tuple(counts.most_common()), gone=tuple(gone), new=tuple(new)
    )


def _said(row: Row) -> tuple[str, float | None, float]:
    return row.status, row.score, 0.0 if row.score is None else row.max_score


def _direction(before: Row, after: Row) -> Literal["down", "up", "even"]:
    was, now = _share(before), _share(after)
    return "even" if abs(now - was) < 1e-9 else "down" if now < was else "up"


def _share(row: Row) -> float:
    """Return the share of the points; less than nothing where there is no score."""
    return -1.0 if row.score is None else row.score / row.max_score if row.max_score else 0.0


def _steps(before: Report | None, after: Report | None) -> Iterator[Step]:
    """Yield the checks that give other points, in the order of the new rubric, then those that are gone from it."""
    was, now = _checks(before), _checks(after)
    for name in dict.fromkeys((*now, *was)):
        old, new = was.get(name), now.get(name)
        if (old.points if old else None) != (new.points if new else None):
            told = (new or old).message if (new or old) else ""  # type: ignore[union-attr]  # one of them is there
            yield Step(check=name, before=old and old.points, after=new and new.points, message=told)


def _changes(before: Result, after: Result) -> Iterator[Change]:
    """Yield whatever could be a reason, as far as the two reports state it."""
    if before.row.sha256 != after.row.sha256:
        yield _change("the submission itself", before.row.sha256[:_DIGITS], after.row.sha256[:_DIGITS])
    if before.report is None or after.report is None:
        return
    facts, now = _facts(before.report), _facts(after.report)
    for what in dict.fromkeys((*facts, *now)):
        if facts.get(what) != now.get(what):
            yield _change(what, facts.get(what, ""), now.get(what, ""))


def _facts(report: Report) -> dict[str, str]:
    info = report.assignment
    return {
        "assignment": f"{info.id} {info.version} ({info.digest[:_DIGITS]})",
        **{_rubric(name): f"{check.max_points:g} points" for name, check in _checks(report).items()},
        "seed": "" if report.seed is None else str(report.seed),
        "sandbox": report.sandbox.level,
        **report.environment,
    }


def _rubric(check: str) -> str:
    return f"check {check}"


def _of_another_check(change: Change, steps: Iterable[Step]) -> bool:
    return change.what.startswith("check ") and change.what not in {_rubric(step.check) for step in steps}


def _change(what: str, before: str, after: str) -> Change:
    return Change(what=what, before=before, after=after)


def _checks(report: Report | None) -> dict[str, Check]:
    return {check.id: check for check in report.checks} if report else {}
