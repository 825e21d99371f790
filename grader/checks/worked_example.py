"""Are the lesson's own small numbers reproduced, to the digits that it prints?"""

import math
from collections.abc import Mapping
from typing import Literal, Self

import numpy as np
from pydantic import Field, model_validator

from grader.checks import sentence
from grader.checks.argument import Written
from grader.checks.case import Answer, Case
from grader.checks.compare import evidence, worst
from grader.checks.item import Item, Ref, ValueRef, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Figure, Finding, Frozen, MatrixFigure


class Given(Frozen):
    """One call of the worked example: a function and its arguments, written out."""

    function: str
    arguments: dict[str, Written]


class WorkedExample(Item):
    """Each given call, right to `decimals` decimals.

    `show` names a value, a matrix, to draw as the last given call of its function returns it; `axes` says what its
    rows and its columns are, each in the singular.
    """

    kind: Literal["worked_example"]
    decimals: int = Field(ge=1, le=6)
    given: tuple[Given, ...] = Field(min_length=1)
    show: ValueRef | None = None
    axes: tuple[str, str] = ("row", "column")

    @model_validator(mode="after")
    def _a_given_call_is_shown(self) -> Self:
        if self.show is not None and self.show.function not in self.functions():
            raise ValueError(f'"show" names "{".".join(self.show)}", but {self.show.function} is not among the given')
        return self

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(given.function for given in self.given)

    def refs(self) -> tuple[Ref, ...]:
        """See `Item.refs`."""
        return () if self.show is None else (self.show,)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((given.function, name) for given in self.given for name in given.arguments)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        functions = [lab.functions[given.function] for given in self.given]
        return [
            Case(
                f"worked example {number}",
                function.name,
                {name: function.argument(name).written(value) for name, value in given.arguments.items()},
            )
            for number, (function, given) in enumerate(zip(functions, self.given, strict=True), start=1)
        ]

    def loosened(self, factor: float) -> Self:
        """See `Item.loosened`. Decimals are a tolerance, and need not be a whole number of them."""
        return self.model_copy(update={"decimals": self.decimals - math.log10(factor)})

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        half_digit = 0.5 * 10.0**-self.decimals
        for answer in answers.values():
            for name, want in answer.want.items():
                found = worst(answer.got[name], want.value, half_digit + want.bound)
                if not found.ratio <= 1:
                    asked, came = (sentence.row_of(v, found.at) for v in (want.value, answer.got[name]))
                    where = f"{answer.case.function}: {sentence.row_at(name, found.at)}"
                    message = f"{where} should be {asked}; yours is {came}."
                    return failed(Cause.WRONG, message, [evidence(answer, name, found)])
        return passed()

    def figure(self, answers: Mapping[str, Answer]) -> Figure | None:
        """See `Item.figure`."""
        shown = [answer for answer in answers.values() if self.show and answer.case.function == self.show.function]
        if self.show is None or not shown or shown[-1].unusable([self.show.value], finite=False):
            return None
        got, want = shown[-1].got[self.show.value], shown[-1].want[self.show.value].value
        if want.ndim != 2:
            return None
        rows, columns = self.axes
        title = f"The {self.show.value} of the worked example"
        return MatrixFigure(title=title, rows=rows, columns=columns, got=sentence.grid(got), want=sentence.grid(want))
