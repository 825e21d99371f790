"""Are the numbers right, every entry of them, on random inputs? The tolerance is a bound on rounding, not a guess."""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case
from grader.checks.compare import Worst, evidence, worst
from grader.checks.item import Item, failed, passed
from grader.checks.lab import DType, Lab
from grader.report import Cause, Finding

_DTYPES: tuple[DType, ...] = ("float32", "float64")
_FORMS = ("more queries than keys", "fewer queries than keys", "square")
_SIZES = ("some sizes", "other sizes", "sizes again")  # where a lab has as many queries as keys
_FAR = 8.0  # times each argument: products of two are 64 times as large


class Match(Item):
    """Each function of `of`, in the order of the steps, against `against` (a name for the sentence).

    Those of `far` are tried on large arguments too.
    """

    kind: Literal["match"]
    of: tuple[str, ...] = Field(min_length=1)
    against: str
    far: tuple[str, ...] = ()

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return *self.of, *self.far

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. Sizes that fall, rise and are equal, in both precisions, in each way to call."""
        found = []
        for dtype in _DTYPES:
            each = (lab.ordered(rng, falling=True), lab.ordered(rng, falling=False), lab.squared(rng))
            forms = dict(zip(_FORMS if lab.sizes.square else _SIZES, each, strict=True))
            for form, sizes in forms.items():
                for name in self.of:
                    for special, arguments in lab.functions[name].each(sizes, rng, dtype).items():
                        found.append(Case(f"{name}, {form}, {dtype}{special}", name, arguments))
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
