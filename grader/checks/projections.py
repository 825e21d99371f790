"""Does self-attention use each matrix for its own role?

The answer may equal the right one, or the submission's own attention on the right projections: a mistake inside
attention costs its points elsewhere.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.compare import evidence, same, worst
from grader.checks.item import Item, Ref, ValueRef, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Finding

_BASE, _OWN = "self-attention", "own attention on the projections"


class Projections(Item):
    """`of` called with `tokens` and a matrix for each role; `roles` maps an argument of `own` to its matrix.

    `tolerance` is how far the answer may be from the submission's own attention, relative to its largest entry.
    """

    kind: Literal["projections"]
    of: ValueRef
    own: ValueRef
    tokens: str
    roles: dict[str, str] = Field(min_length=1)
    tolerance: float = Field(gt=0)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return (self.of.function, self.own.function)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return (self.of, self.own)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        matrices = ((self.of.function, name) for name in (self.tokens, *self.roles.values()))
        return *matrices, *((self.own.function, role) for role in self.roles)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. In float64, so that projecting here or there makes no difference."""
        function = lab.functions[self.of.function]
        sizes = lab.rectangular(rng)
        base = function.draw(sizes, rng, "float64")
        projected = {role: base[self.tokens] @ base[matrix] for role, matrix in self.roles.items()}
        other = function.draw(sizes, rng, "float64")
        return [
            Case(_BASE, function.name, base),
            Case(_OWN, self.own.function, projected),
            *(Case(f"{m} changed", function.name, {**base, m: other[m]}) for m in self.roles.values()),
        ]

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. Only the first answer is needed; the others explain it."""
        if answer.case.id != _BASE:
            return None
        if answer.failure is None and self.of.value in answer.got:
            return None  # its shape may be that of the submission's own attention
        return answer.unusable([self.of.value], finite=False)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        base, own = answers[_BASE], answers[_OWN]
        if all(base.within(name) for name in base.got):
            return passed()
        got, expected = base.got[self.of.value], own.got.get(self.own.value)
        if expected is not None and not own.within(self.own.value):
            close = same(got, expected, self.tolerance * float(np.abs(expected).max(initial=0)))
            if close and not self._idle(answers, self.of.value):
                return passed("Equal to your own attention on the right projections.")
        failure = base.unusable([self.of.value], finite=True)
        if failure is not None:
            return failed(failure.cause, failure.message)
        name = next(name for name in base.fitting() if not base.within(name))
        want = base.want[name]
        found = worst(base.got[name], want.value, want.bound)
        return failed(Cause.WRONG, self._message(answers, name), [evidence(base, name, found)])

    def _idle(self, answers: Mapping[str, Answer], name: str) -> list[str]:
        """Return the matrices that can be changed without moving the named value."""
        base = answers[_BASE].got[name]
        moved = {matrix: answers[f"{matrix} changed"].got.get(name) for matrix in self.roles.values()}
        return [matrix for matrix, value in moved.items() if value is not None and np.array_equal(value, base)]

    def _message(self, answers: Mapping[str, Answer], name: str) -> str:
        idle = self._idle(answers, name)
        roles = sentence.listed([f"{role} = {self.tokens}·{matrix}" for role, matrix in self.roles.items()])
        return f"{self.of.function} should be {self.own.function} with {roles}; the {name} is another." + (
            f" Changing {sentence.listed(idle)} changes nothing." if idle else ""
        )
