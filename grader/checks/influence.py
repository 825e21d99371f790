"""Does a part of an argument decide what it should of the answer, and nothing else?

One index of an argument's dimension is changed: one token, one feature, one head. Where the right answer stays as it
was, the submission's has to stay; where the right one moves, so must the submission's. A wrong axis, numbers applied to
rows instead of columns, tokens that are mixed up and futures that leak all show in this.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.item import Item, Ref, ValueRef, failed, passed
from grader.checks.lab import Function, Lab
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding, Frozen

_TRIED = 6  # indices, beside the first and the last
_STAYS = 1e-9  # of the right answer's largest entry: what another order of adding up may move
_MOVES = 1e-6  # of what the right answer moves by: less is a trace, not an answer


class Along(Frozen):
    """A returned value, an argument, and the dimension of it that is walked along, by its name or its axis's number."""

    value: ValueRef
    argument: str
    dimension: str | int

    def axis(self, function: Function) -> int:
        """Return the number of the axis; raise ValueError if the argument has no such dimension."""
        shape = function.argument(self.argument).shape
        return (
            shape.index(self.dimension) if isinstance(self.dimension, str) else range(len(shape)).index(self.dimension)
        )


class Influence(Item):
    """For each of `of`: one index of the argument's dimension is changed, the first, the last and some between.

    `tolerance` is how far what should stay may move, relative to the value's largest entry.
    """

    kind: Literal["influence"]
    of: tuple[Along, ...] = Field(min_length=1)
    tolerance: Tolerance

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(along.value.function for along in self.of)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return tuple(along.value for along in self.of)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((along.value.function, along.argument) for along in self.of)

    def walks(self) -> tuple[tuple[str, str, str | int], ...]:
        """See `Item.walks`."""
        return tuple((along.value.function, along.argument, along.dimension) for along in self.of)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Square, so that a mistaken axis runs and can be named."""
        found = []
        for along in self.of:
            function = lab.functions[along.value.function]
            axis = along.axis(function)
            sizes = lab.squared(rng)
            before, fresh = (function.draw(sizes, rng, "float32") for _ in range(2))
            found.append(Case(self._asked(along), function.name, before))
            length = before[along.argument].shape[axis]
            for at in sorted({0, *map(int, rng.permutation(length)[:_TRIED]), length - 1}):
                place = (*[slice(None)] * axis, at)
                changed = before[along.argument].copy()
                changed[place] = fresh[along.argument][place]
                shown = sentence.place([*[":"] * axis, at, *[":"] * (changed.ndim - axis - 1)])
                found.append(
                    Case(f"{self._asked(along)}: {shown} changed", function.name, {**before, along.argument: changed})
                )
        return found

    def _asked(self, along: Along) -> str:
        return f"{along.value.function}, {along.value.value} by {along.argument} along {along.dimension}"

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`."""
        names = [along.value.value for along in self.of if along.value.function == answer.case.function]
        return answer.unusable(names, finite=True)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for along in self.of:
            asked = self._asked(along)
            for name, after in answers.items():
                if name.startswith(f"{asked}: "):
                    finding = self._judge_one(along, answers[asked], after)
                    if finding is not None:
                        return finding
        return passed()

    def _judge_one(self, along: Along, before: Answer, after: Answer) -> Finding | None:
        name = along.value.value
        one, two = before.got[name], after.got[name]
        right_one, right_two = before.want[name].value, after.want[name].value
        moved, should = np.abs(two - one), np.abs(right_two - right_one)
        stays = should <= _STAYS * np.abs(right_one).max(initial=0)
        bound = self.tolerance * max(float(np.abs(one).max(initial=0)), float(np.abs(right_one).max(initial=0)))
        changed = f"{along.value.function}: only {along.argument}{after.case.id.split(': ')[-1]}"
        strayed = np.where(stays, moved, 0)
        if not strayed.max(initial=0) <= bound:
            at = tuple(int(i) for i in np.unravel_index(int(np.argmax(strayed)), strayed.shape))
            got, want = sentence.told_apart(float(two[at]), float(one[at]))
            message = (
                f"{changed}, and {name}{sentence.place(at)} moved from {want} to {got}. It should not hang on that."
            )
            seen = Evidence(
                case=after.case.id, index=at, got=got, want=want, error=float(strayed[at]), tolerance=bound,
                error_over_tolerance=float(strayed[at]) / bound,
            )  # fmt: skip
            return failed(Cause.WRONG, message, [seen])
        if not np.where(stays, 0, moved).max(initial=0) >= _MOVES * should.max(initial=0):
            at = tuple(int(i) for i in np.unravel_index(int(np.argmax(should)), should.shape))
            message = f"{changed}, and {name}{sentence.place(at)} stayed as it was. It should have moved."
            seen = Evidence(case=after.case.id, index=at, got="no movement", want=sentence.number(should[at]))
            return failed(Cause.WRONG, message, [seen])
        return None
