"""Are the numbers right, every entry of them, on random inputs? The tolerance is a bound on rounding, not a guess."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case
from grader.checks.compare import Worst, evidence, worst
from grader.checks.item import Item, failed, passed
from grader.checks.lab import Array, DType, Lab
from grader.report import Cause, Finding, Frozen

_DTYPES: tuple[DType, ...] = ("float32", "float64")
_FAR = 8.0  # times each argument: products of two are 64 times as large


class Otherwise(Frozen):
    """How an argument is drawn instead: `spread` within a row, and `apart`, by which rows as a whole are spread."""

    spread: float = Field(ge=0)
    apart: float = Field(default=0, ge=0)

    def draw(self, shape: Sequence[int], rng: np.random.Generator, dtype: DType) -> Array:
        """Return normally distributed entries, those of each row around a number of its own."""
        around = self.apart * rng.standard_normal([*shape[:-1], 1])
        return (around + self.spread * rng.standard_normal(shape)).astype(dtype)


class Match(Item):
    """Each function of `of`, in the order of the steps, against `against` (a name for the sentence).

    Those of `far` are tried on large arguments too. Each entry of `drawn` says of some arguments how they are drawn
    otherwise, so that an item can ask for what only such arguments show; the empty entry is the ordinary way.
    """

    kind: Literal["match"]
    of: tuple[str, ...] = Field(min_length=1)
    against: str
    far: tuple[str, ...] = ()
    drawn: tuple[dict[str, Otherwise], ...] = Field(default=({},), min_length=1)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return *self.of, *self.far

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((name, argument) for name in self.of for form in self.drawn for argument in form)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Sizes that fall, rise and are equal, in both precisions, in each way to call."""
        found = []
        for (way, otherwise), dtype in itertools.product(enumerate(self.drawn, start=1), _DTYPES):
            forms = {
                "sizes falling": lab.ordered(rng, falling=True),
                "sizes rising": lab.ordered(rng, falling=False),
                "square": lab.squared(rng),
            }
            for (form, sizes), name in itertools.product(forms.items(), self.of):
                for special, arguments in lab.functions[name].each(sizes, rng, dtype).items():
                    other = {n: how.draw(arguments[n].shape, rng, dtype) for n, how in otherwise.items()}
                    special += f", drawn in way {way}" if way > 1 else ""
                    found.append(Case(f"{name}, {form}, {dtype}{special}", name, {**arguments, **other}))
        for name in self.far:
            function = lab.functions[name]
            drawn = function.draw(lab.rectangular(rng), rng, "float64")
            large = {argument.name: drawn[argument.name] * _FAR for argument in function.arrays}
            found.append(Case(f"{name}, large, float64", name, {**drawn, **large}))
        return found

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`. The first step that deviates gives the sentence, each one that does gives evidence."""
        worst_of: dict[tuple[str, str], tuple[Answer, Worst]] = {}
        for answer in answers.values():
            for name, want in answer.want.items():
                key, found = (answer.case.function, name), worst(answer.got[name], want.value, want.bound)
                if key not in worst_of or found.ratio > worst_of[key][1].ratio:
                    worst_of[key] = (answer, found)
        seen = [evidence(answer, name, found) for (_, name), (answer, found) in worst_of.items()]
        for function in self.of:
            for (owner, name), (answer, found) in worst_of.items():
                if owner == function and not found.ratio <= 1:
                    return failed(Cause.WRONG, self._message(answer, name, found), seen)
        return passed(evidence=seen)

    def _message(self, answer: Answer, name: str, found: Worst) -> str:
        got, want = sentence.told_apart(found.got, found.want)
        return (
            f"{answer.case.function}: the {name} at {sentence.place(found.at)} should be "
            f"{want}, as {self.against} has it; yours is {got}." + sentence.times_rounding(found.ratio)
        )
