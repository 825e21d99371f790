"""Are the lesson's own small numbers reproduced, to the digits that it prints?"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case
from grader.checks.compare import evidence, worst
from grader.checks.item import Item, failed, passed
from grader.checks.lab import Lab
from grader.report import Cause, Finding, Frozen


class Given(Frozen):
    """One call of the worked example: a function and its arguments, written out."""

    function: str
    arguments: dict[str, tuple[tuple[float, ...], ...]]


class WorkedExample(Item):
    """Each given call, right to `decimals` decimals."""

    kind: Literal["worked_example"]
    decimals: int = Field(ge=1, le=6)
    given: tuple[Given, ...] = Field(min_length=1)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return tuple(given.function for given in self.given)

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((given.function, name) for given in self.given for name in given.arguments)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        return [
            Case(
                f"worked example {number}",
                given.function,
                {name: np.array(rows, dtype=np.float64) for name, rows in given.arguments.items()},
            )
            for number, given in enumerate(self.given, start=1)
        ]

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        half_digit = 0.5 * 10.0**-self.decimals
        for answer in answers.values():
            for name, want in answer.want.items():
                found = worst(answer.got[name], want.value, half_digit + want.bound)
                if not found.ratio <= 1:
                    line = found.at[0]
                    message = (
                        f"{answer.case.function}: row {line} of the {name} should be "
                        f"{sentence.row(want.value[line])}; yours is {sentence.row(answer.got[name][line])}."
                    )
                    return failed(Cause.WRONG, message, [evidence(answer, name, found)])
        return passed()
