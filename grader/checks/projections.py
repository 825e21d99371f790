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
from grader.checks.lab import Array, DType, Lab
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Finding

_OWN = ", own attention on the projections"
_CHANGED = " changed"
#: The case whose matrices are changed one at a time, to say which of them does nothing.
_FIRST = "rectangular, float64"
_LARGE = "large scores, float64"


class Projections(Item):
    """`of` called with `tokens` and a matrix for each role; `roles` maps an argument of `own` to its matrix.

    In both precisions, with sizes that all differ and that are all equal, and with scores of ±`size`. `tolerance` is
    how far the answer may be from the submission's own attention, and from the right one at large scores, relative
    to its largest entry.
    """

    kind: Literal["projections"]
    of: ValueRef
    own: ValueRef
    tokens: str
    roles: dict[str, str] = Field(min_length=1)
    size: float = Field(gt=0)
    tolerance: Tolerance

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
        """See `Item.cases`."""
        function = lab.functions[self.of.function]
        found = []
        forms: dict[str, tuple[dict[str, int], DType]] = {
            _FIRST: (lab.rectangular(rng), "float64"),
            "rectangular, float32": (lab.rectangular(rng), "float32"),
            "all sizes equal, float32": (lab.equal(rng), "float32"),
            _LARGE: (lab.rectangular(rng), "float64"),
        }
        for form, (sizes, dtype) in forms.items():
            arguments, other = (function.draw(sizes, rng, dtype) for _ in range(2))
            if form == _LARGE:
                arguments[self.tokens] *= self._growth(arguments)
            found.append(Case(form, function.name, arguments))
            found.append(Case(form + _OWN, self.own.function, self._projected(arguments)))
            if form == _FIRST:
                found += [Case(m + _CHANGED, function.name, {**arguments, m: other[m]}) for m in self.roles.values()]
        return found

    def _projected(self, arguments: Mapping[str, Array]) -> dict[str, Array]:
        """Project in double precision, and round to that of the arguments."""
        tokens = arguments[self.tokens]
        return {
            role: (tokens.astype(np.float64) @ arguments[matrix]).astype(tokens.dtype)
            for role, matrix in self.roles.items()
        }

    def _growth(self, arguments: Mapping[str, Array]) -> float:
        """Return the factor of the tokens that brings the largest product of the first two roles to `size`."""
        first, second, *_ = self._projected(arguments).values()
        return float(np.sqrt(self.size / (np.abs(first @ second.T).max() / np.sqrt(first.shape[1]))))

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. Only the answers of `of` itself are needed; the others excuse and explain them."""
        own = answer.case.id.endswith((_OWN, _CHANGED))
        if own or (answer.failure is None and self.of.value in answer.got):
            return None  # its shape may be that of the submission's own attention
        return answer.unusable([self.of.value], finite=False)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for form, answer in answers.items():
            if form.endswith((_OWN, _CHANGED)):
                continue
            for name in answer.got:
                if not self._agrees(answers, form, name):
                    return self._disagrees(answers, form, name)
        return passed()

    def _agrees(self, answers: Mapping[str, Answer], form: str, name: str) -> bool:
        answer, own = answers[form], answers[form + _OWN]
        right = self._near(answer, name) if form == _LARGE else answer.within(name)
        if right or name not in own.got:
            return right
        own_right = self._near(own, name) if form == _LARGE else own.within(name)
        if own_right or self._idle(answers, self.of.value):
            return False
        if form == _LARGE:
            return True  # its own attention is wrong there already
        expected = own.got[name]
        return same(answer.got[name], expected, self.tolerance * float(np.abs(expected).max(initial=0)))

    def _near(self, answer: Answer, name: str) -> bool:
        want = answer.want[name].value
        return same(answer.got[name], want, self.tolerance * float(np.abs(want).max()))

    def _idle(self, answers: Mapping[str, Answer], name: str) -> list[str]:
        """Return the matrices that can be changed without moving the named value."""
        base = answers[_FIRST].got.get(name)
        moved = {matrix: answers[matrix + _CHANGED].got.get(name) for matrix in self.roles.values()}
        return [
            m for m, value in moved.items() if value is not None and base is not None and np.array_equal(value, base)
        ]

    def _disagrees(self, answers: Mapping[str, Answer], form: str, name: str) -> Finding:
        answer = answers[form]
        failure = answer.unusable([name], finite=True)
        if failure is not None:
            return failed(failure.cause, failure.message)
        idle = self._idle(answers, name) if name == self.of.value else []
        roles = sentence.listed([f"{role} = {self.tokens}·{matrix}" for role, matrix in self.roles.items()])
        message = (
            f"{self.of.function} should be {self.own.function} with {roles}; its {name} came out otherwise ({form})."
            + (f" Changing {sentence.listed(idle)} changes nothing." if idle else "")
        )
        want = answer.want[name]
        return failed(Cause.WRONG, message, [evidence(answer, name, worst(answer.got[name], want.value, want.bound))])
