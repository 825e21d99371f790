"""The place of a bug, proven: a small repair there, run in the sandbox, makes the failing checks pass.

A line is never guessed. The rule:

1. A repair is *proof* when with it every failing check passes and none that passed fails. It counts only if every
   function with a wrong answer can reach the function it stands in.
2. Repairs are tried class by class: first those in the function that the diagnosis names, then in what it calls, and in
   each function first those that alter or take out what is there, then those that put a step in. Within the first class
   with a proof all repairs are tried. Its proofs must agree on the statement; otherwise no line is named.
   (The repairs themselves change a name's wrong value where the name gets it, not where it is used.)
3. A repair of several lines counts only where no proof makes do with some of them; each of its lines is named.
4. Where no single repair is proof, two are: one with which more of a wrong answer is right than before, and one that
   is proof on top of it; or two of one function, named by two diagnoses. Rule 2 holds for each of them.
5. Where only the checks that one diagnosis explains come to pass, its line alone is named.

What is not finished within the budget names no line.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise, product, takewhile
from typing import Final, NamedTuple

import numpy as np

from grader import wire
from grader.assignment import Assignment
from grader.diagnosis.repairs.order import repairs
from grader.diagnosis.repairs.repair import Repair, applied
from grader.judge.trials import Answered, Bench, all_parts, right_parts
from grader.report import Place
from grader.sandbox.life import Launcher
from grader.submission.source import Source

MOST_LIVES: Final = 40
#: A wide net: what is proven should hang on the number of lives, not on the speed of a machine.
SECONDS: Final = 20.0
_MOST_CODE: Final = 200  # characters of a line that a report shows


class Hint(NamedTuple):
    """A diagnosis, as far as it leads to a place: the bug, the lab's function it sits in, the checks it explains."""

    bug: str | None = None
    function: str = ""
    checks: tuple[str, ...] = ()


class Proof(NamedTuple):
    """A place, and the hint that it belongs to. A repair of several lines gives several, the deciding one first."""

    hint: Hint
    place: Place


class _Tried(NamedTuple):
    """A repair that set more right of a wrong answer of `function`; `whole` if it is proof."""

    hint: Hint
    repair: Repair
    function: str
    whole: bool


def prove(
    source: Source,
    assignment: Assignment,
    launcher: Launcher,
    load: wire.Load,
    answered: Answered,
    hints: Sequence[Hint] = (),
    *,
    functions: dict[str, str],
    arrays: bool,
    seed: int,
    most_lives: int = MOST_LIVES,
    seconds: float = SECONDS,
    change: bool = False,
    unconfined: bool = False,
) -> tuple[Proof, ...]:
    """Return the places of a submission's bugs, as far as they can be proven; in the order of `hints`.

    `load` and `answered` are what grading sent and what it was told with this `seed`; `functions` maps the lab's names
    to the names found. `change` tells the repaired lines too. Without walls (level `process`) nothing is run unless
    `unconfined` says so. Raises what a launcher raises when it can start no life.
    """
    if launcher.level == "process" and not unconfined:
        return ()
    with np.errstate(all="ignore"):  # a student's numbers may be anything
        bench = Bench(
            source, assignment, launcher, load, answered, arrays=arrays, seed=seed, lives=most_lives, seconds=seconds
        )
        if not bench.failing or not bench.telling:
            return ()
        search = _Search(bench, source, {name: functions.get(name) or name for name in bench.lab.functions})
        found = search.places(list(hints) or [Hint()])
    order = {hint: at for at, hint in enumerate(hints)}
    found = sorted(found, key=lambda each: order.get(each[0], 0))
    return tuple(Proof(hint, place) for hint, repair in found for place in _places(source, repair, change=change))


class _Search:
    """The search for repairs of one submission. `names` maps the lab's functions to the names in the file."""

    def __init__(self, bench: Bench, source: Source, names: dict[str, str]) -> None:
        self._bench, self._files, self._names = bench, source.files, names
        self._wrong = list(bench.telling)

    def places(self, hints: Sequence[Hint]) -> list[tuple[Hint, Repair]]:
        """Return the repairs that are proven, each with its hint."""
        tried, done = self._singles(hints, ())
        if any(each.whole for each in tried):
            return self._chosen([each for each in tried if each.whole]) if done else []
        first = self._chosen(tried) if done else []
        for hint, repair in first:
            more, done = self._singles([other for other in hints if other is not hint] or hints, (repair,))
            second = self._chosen([each for each in more if each.whole]) if done else []
            if second:
                return [(hint, repair), *second]
        return self._pairs(hints) or self._explained(first)

    def _singles(self, hints: Sequence[Hint], base: tuple[Repair, ...]) -> tuple[list[_Tried], bool]:
        """Try repairs on top of `base`, class by class, until one has proof; say whether that was finished."""
        tried: list[_Tried] = []
        for _, group in groupby(self._candidates(hints), key=lambda each: self._class(each[1])):
            for hint, repair in group:
                if any(_covers(repair, each.repair) for each in tried if each.whole):
                    continue
                if self._bench.spent:
                    return tried, False
                tried += self._try(hint, repair, base)
                if self._bench.late:  # what was cut short may have been proof
                    return tried, False
            if any(each.whole for each in tried):
                break
        return tried, True

    def _candidates(self, hints: Iterable[Hint]) -> Iterator[tuple[Hint, Repair]]:
        """Yield the repairs of all hints in the order of their classes."""
        return heapq.merge(*map(self._candidates_of, hints), key=lambda each: self._class(each[1]))

    def _candidates_of(self, hint: Hint) -> Iterator[tuple[Hint, Repair]]:
        near = hint.function if hint.function in self._wrong else self._wrong[0]
        wrong = [self._names[name] for name in self._wrong]
        return ((hint, repair) for repair in repairs(self._files, bug=hint.bug, wrong=wrong, near=self._names[near]))

    def _class(self, repair: Repair) -> tuple[int, int, bool]:
        """Return the class of rule 2, after how many wrong functions the repair cannot reach."""
        return len(self._wrong) - len(repair.changes), repair.near, repair.adds

    def _try(self, hint: Hint, repair: Repair, base: tuple[Repair, ...]) -> Iterator[_Tried]:
        files = applied((*base, repair), self._files)
        if files is None:
            return
        reached = [name for name in self._wrong if self._names[name] in repair.changes]
        function = hint.function if hint.function in reached else reached[0]
        reaches_all = len(reached) == len(self._wrong) or bool(base)
        telling = self._bench.telling[function]
        with self._bench.trial(files) as trial:
            right = trial.right_at(function) if trial is not None else frozenset()
            if trial is not None and right == all_parts(telling):
                yield _Tried(hint, repair, function, reaches_all and trial.sets_right())
            elif right > right_parts(telling):
                yield _Tried(hint, repair, function, whole=False)

    def _chosen(self, tried: Sequence[_Tried]) -> list[tuple[Hint, Repair]]:
        """Return, for each function set right, the one repair that rule 2 leaves; none where lines disagree."""
        found = []
        for name in dict.fromkeys(each.function for each in tried):
            own = [each for each in tried if each.function == name]
            best = min(self._class(each.repair) for each in own)
            agreed = _agreed([each for each in own if self._class(each.repair) == best])
            found += [(agreed.hint, agreed.repair)] if agreed else []
        return found

    def _nearest(self, hint: Hint) -> list[tuple[Hint, Repair]]:
        """Return the repairs in the function that a hint names, if all wrong functions can reach it."""
        return list(takewhile(lambda each: self._class(each[1])[:2] == (0, 0), self._candidates_of(hint)))

    def _pairs(self, hints: Sequence[Hint]) -> list[tuple[Hint, Repair]]:
        """Try two repairs of one function, each of its own hint, where neither alone sets anything right."""
        found: list[tuple[tuple[Hint, Repair], tuple[Hint, Repair]]] = []
        for one, two in pairwise(hints):
            for pair in product(self._nearest(one), self._nearest(two)):
                if self._bench.spent:
                    return []
                files = applied((pair[0][1], pair[1][1]), self._files)
                if files is None:
                    continue
                telling = self._bench.telling[self._wrong[0]]
                with self._bench.trial(files) as trial:
                    if trial is not None and trial.right_at(self._wrong[0]) == all_parts(telling):
                        found += [pair] if trial.sets_right() else []
                if self._bench.late:
                    return []
        lines = {tuple(repair.statement for _, repair in pair) for pair in found}
        return list(found[0]) if len(lines) == 1 else []

    def _explained(self, found: Sequence[tuple[Hint, Repair]]) -> list[tuple[Hint, Repair]]:
        """Return the repairs with which all checks pass that their hint explains, and none that passed fails."""
        kept = []
        for hint, repair in found:
            goal = [item for item in self._bench.failing if item.id in hint.checks]
            files = applied((repair,), self._files)
            if not goal or files is None or self._bench.spent:
                continue
            with self._bench.trial(files) as trial:
                if trial is not None and all(trial.passed(item) for item in (*goal, *self._bench.passing)):
                    kept.append((hint, repair))
        return kept


def _covers(repair: Repair, other: Repair) -> bool:
    """Whether a repair changes all lines that another one changes, and so says no more than that one does."""
    return repair.file == other.file and {line.number for line in other.lines} <= {line.number for line in repair.lines}


def _agreed(tried: Sequence[_Tried]) -> _Tried | None:
    """Return one of several proofs if they agree on the statement."""
    least = [
        one
        for one in tried
        if all(_covers(two.repair, one.repair) or not _covers(one.repair, two.repair) for two in tried)
    ]
    statements = {(each.repair.file, each.repair.statement) for each in least}
    return least[0] if len(statements) == 1 else None


def _places(source: Source, repair: Repair, *, change: bool) -> Iterator[Place]:
    for line in repair.lines:
        yield Place(
            file=repair.file,
            line=line.number,
            where=source.locate(repair.file, line.number),
            code=line.before.strip()[:_MOST_CODE],
            change=line.after.strip()[: 2 * _MOST_CODE] if change else "",
        )
