"""Is an answer right? Asked of plain values: what a student works out by hand and writes down under a name.

The right value is never shown; what is usually answered instead is explained where the lab knows it (`mistakes`).
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case
from grader.checks.item import Item, failed, passed
from grader.checks.lab import Array, Lab
from grader.report import Cause, Finding


class Answered(Item):
    """Each value of `of`, within the bound that the lab gives it. What is said is the same for all of them."""

    says: ClassVar[bool] = True

    kind: Literal["answer"]
    of: tuple[str, ...] = Field(min_length=1)

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return self.of

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`. The seed chooses among the numbers that a question may say."""
        said: dict[str, Array] = {}
        found = []
        for function in (lab.functions[name] for name in self.of):
            for name, choices in function.said.items():
                if name not in said:
                    said[name] = np.array(choices[int(rng.integers(len(choices)))])
            found.append(Case(function.name, function.name, {}, said={name: said[name] for name in function.said}))
        return found

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for answer in answers.values():
            for name, got in answer.got.items():
                if not answer.within(name):
                    said = [f"{what} = {value.tolist()}" for what, value in answer.case.said.items()]
                    asked = f", for {sentence.listed(said)}" if said else ""
                    message = f"{answer.case.function}: {_written(got)} is not the answer{asked}."
                    return failed(Cause.WRONG, message)
        return passed()


def _written(value: Array) -> str:
    """Return a number or a tuple of numbers as Python writes it."""
    return f"({', '.join(map(sentence.number, value))})" if value.ndim == 1 else sentence.number(float(value))
