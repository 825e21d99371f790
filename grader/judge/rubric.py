"""From a rubric to findings: make each item's calls, put the expected values beside the answers, let it judge."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np

from grader import wire
from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.item import Item
from grader.checks.lab import Array, Function, Lab
from grader.judge import reading
from grader.judge.paper import Paper
from grader.report import Cause, Check, Finding, Status

#: Causes of a check that did get its answers: its hint is about those. An exception or a time-out speaks for itself.
_ANSWERED = {Cause.WRONG, Cause.SHAPE, Cause.DTYPE, Cause.NON_FINITE, Cause.UNSTABLE, Cause.IMPURE}


class Asked(Protocol):
    """Whoever answers calls: a session with a worker, or functions of our own."""

    def ask(
        self, function: str, arguments: Mapping[str, Array], *, arrays: bool, echo: bool = False
    ) -> wire.Answer | Failure:
        """Return what one call returns, or why there is nothing; with `echo` the arguments after the call too."""

    def renew(self) -> None:
        """Forget whatever was answered."""


class Asking(NamedTuple):
    """What it takes to put a case to a submission. `absent` says why a function cannot be called."""

    session: Asked
    oracle: Paper
    lab: Lab
    absent: Mapping[str, Failure]
    arrays: bool
    seed: int

    def answer(self, case: Case) -> Answer:
        """Put one case, and see what was not returned by another call where the lab knows how."""
        function = self.lab.functions[case.function]
        answer = reading.read(function, case, self.oracle.expect(case), self._reply(case))
        return self._revealed(function, answer)

    def _reply(self, case: Case) -> wire.Answer | Failure:
        if case.function in self.absent:
            return self.absent[case.function]
        return self.session.ask(case.function, case.arguments, arrays=self.arrays, echo=case.echo)

    def _revealed(self, function: Function, answer: Answer) -> Answer:
        for value in function.returns:
            how = value.revealed_by
            if how is None or not answer.got or value.name in answer.got:
                continue
            given = answer.case.arguments[how.argument]
            rows = given.shape[-2]
            identity = np.broadcast_to(np.eye(rows, dtype=given.dtype), (*given.shape[:-1], rows))
            case = Case(answer.case.id, function.name, {**answer.case.arguments, how.argument: identity})
            seen = reading.read(function, case, self.oracle.expect(case), self._reply(case))
            if how.value in seen.got:
                answer = replace(answer, got={**answer.got, value.name: seen.got[how.value]})
            if not value.returned:
                answer = replace(answer, shown=(*answer.shown, seen))
        return answer


def ask(item: Item, asking: Asking) -> dict[str, Answer]:
    """Make the calls of one item."""
    cases = asking.oracle.cases(item)
    answers = {case.id: asking.answer(case) for case in cases if not case.afresh}
    afresh = [case for case in cases if case.afresh]
    if afresh:
        asking.session.renew()
    return answers | {case.id: asking.answer(case) for case in reversed(afresh)}  # in another order, too


class Scored(NamedTuple):
    """A check, and the answers that it was judged by."""

    check: Check
    answers: Mapping[str, Answer]


def judge(items: Iterable[Item], asking: Asking) -> Iterator[Scored]:
    """Ask and judge one item after the other, but for those that need one which was not passed."""
    earlier: list[Check] = []
    for item in items:
        finding = skipped(item, earlier)
        answers = {} if finding else ask(item, asking)
        scored = Scored(score(item, finding or item.find(answers), asking.seed), answers)
        earlier.append(scored.check)
        yield scored


def skipped(item: Item, earlier: Sequence[Check]) -> Finding | None:
    """Return the finding that an item is not looked at, and for want of which check; None where it is."""
    lacking = [check for check in earlier if check.id in item.needs and check.status is not Status.PASSED]
    if not lacking:
        return None
    titles = sentence.listed([f"“{check.title}”" for check in lacking])
    return Finding(status=Status.SKIPPED, message=f"Not looked at yet: this needs {titles} to be passed first.")


def _rounded(points: float) -> float:
    """Return points to the hundredth: a third of ten points is 3.33."""
    return round(points, 2)


def score(item: Item, finding: Finding, seed: int) -> Check:
    """Turn a finding into points: all, a share or none. A hidden check tells its cause and no numbers."""
    hidden = item.visibility == "hidden"
    told = "" if finding.status is Status.PASSED else "This check is hidden: only its result is shown."
    return Check(
        id=item.id,
        title=item.title,
        status=finding.status,
        points=item.points if finding.status is Status.PASSED else _rounded(item.points * finding.share),
        max_points=item.points,
        cause=finding.cause,
        message=told if hidden else finding.message,
        hint=item.hint if finding.cause in _ANSWERED else "",
        evidence=() if hidden else tuple(seen.model_copy(update={"seed": seed}) for seen in finding.evidence),
        visibility=item.visibility,
        figure=None if hidden else finding.figure,
    )
