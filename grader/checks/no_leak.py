"""Does anything get through that should not? Numbers that an answer must not hang on are changed; it must not move.

What must stay is not written here: it is each row that stays in the right answer.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from grader.checks import sentence
from grader.checks.argument import Mask
from grader.checks.case import Answer, Case
from grader.checks.item import Ref, constant, constant_finding, failed, passed
from grader.checks.lab import Array, Function, Lab
from grader.checks.of_values import OfValues
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Evidence, Finding

_STILL = 1e-9  # relative: what moves less in the right answer does not move
_CHANGED = ", changed"
_OTHER = "other arguments"
_AFTER, _SAMPLES = "after", "other_samples"


class NoLeak(OfValues):
    """Values `of` one function stay where rows of the arguments `moved` change that they must not hang on.

    `where`: rows `after` a place, or of `other_samples` than the first, or those that the mask of that name hides.
    `tolerance` is relative to the largest entry.
    """

    kind: Literal["no_leak"]
    moved: tuple[str, ...] = Field(min_length=1)
    where: str
    tolerance: Tolerance

    @field_validator("of")
    @classmethod
    def _of_one_function(cls, of: tuple[Ref, ...]) -> tuple[Ref, ...]:
        if len({ref.function for ref in of}) > 1:
            raise ValueError("all values must be of one function")
        return of

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        masks = () if self.where in (_AFTER, _SAMPLES) else (self.where,)
        return tuple((self.of[0].function, name) for name in (*self.moved, *masks))

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        function = lab.functions[self.of[0].function]
        sizes = lab.squared(rng)
        first, fresh, other = (function.draw(sizes, rng, "float32") for _ in range(3))
        found = [Case(_OTHER, function.name, other)]
        for given, special in self._given(first):
            for place, rows in self._places(function, given).items():
                moved = {name: np.where(rows[..., None], fresh[name], given[name]) for name in self.moved}
                found.append(Case(place + special, function.name, given))
                found.append(Case(place + special + _CHANGED, function.name, {**given, **moved}))
        return found

    def _given(self, first: dict[str, Array]) -> Iterator[tuple[dict[str, Array], str]]:
        """Yield the arguments; and with the mask upside down, so that no sample's mask hides what all others do."""
        yield first, ""
        if self.where in first:
            yield {**first, self.where: np.flip(first[self.where], 0).copy()}, ", masks exchanged"

    def _places(self, function: Function, given: Mapping[str, Array]) -> dict[str, NDArray[np.bool_]]:
        """Return which rows to change, by what to call them: true where a row changes, to go with any of `moved`."""
        shape = given[self.moved[0]].shape[:-1]
        if self.where == _AFTER:
            cuts = dict.fromkeys([0, shape[-1] // 2, shape[-1] - 2])
            return {f"rows after row {cut}": np.asarray(np.arange(shape[-1]) > cut) for cut in cuts}
        if self.where == _SAMPLES:
            return {"other samples": np.asarray(np.arange(shape[0]).reshape(-1, *(1 for _ in shape[1:])) > 0)}
        argument = function.argument(self.where)
        assert isinstance(argument, Mask), f"{self.where} is no mask"
        hidden = argument.hides(given[self.where])
        everywhere = hidden.all(axis=-2) if hidden.ndim > len(shape) else hidden
        return {f"rows that {self.where} hides": np.asarray(everywhere)}

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        pairs = [(answers[id_.removesuffix(_CHANGED)], a) for id_, a in answers.items() if id_.endswith(_CHANGED)]
        if constant(answers[_OTHER], pairs[0][0]):
            return constant_finding(self.of[0].function)
        for before, after in pairs:
            for ref in self.of:
                finding = self._moved(ref, before, after)
                if finding is not None:
                    return finding
        return passed()

    def _moved(self, ref: Ref, before: Answer, after: Answer) -> Finding | None:
        wanted, still = before.want[ref.value].value, after.want[ref.value].value
        stays = (np.abs(wanted - still) <= _STILL * np.abs(wanted).max()).all(axis=-1, keepdims=True)
        if self.where == _SAMPLES:
            stays[1:] = False  # rows of the others may stay by chance: those that see one key only
        one, two = before.got[ref.value], after.got[ref.value]
        moved = np.where(stays, np.abs(one - two), 0)
        bound = self.tolerance * max(float(np.abs(one).max()), float(np.finfo(np.float32).tiny))
        if moved.max() <= bound:
            return None
        at = sentence.first(moved)
        message = (
            f"{ref.function}: {sentence.row_at(ref.value, at)} moved from {sentence.row_of(one, at)} to "
            f"{sentence.row_of(two, at)} when {sentence.listed(self.moved)} changed only in {before.case.id}, "
            "which it must not see."
        )
        seen = Evidence(
            case=after.case.id, index=at, got=sentence.number(two[at]), want=sentence.number(one[at]),
            error=float(moved[at]), tolerance=bound, error_over_tolerance=float(moved[at]) / bound,
        )  # fmt: skip
        return failed(Cause.WRONG, message, [seen])
