"""Does every function return what it is asked to return, in number, shape and kind?"""

from collections.abc import Mapping
from typing import Literal

import numpy as np

from grader.checks import sentence
from grader.checks.case import Answer, Case, Failure
from grader.checks.item import Item, failed, passed
from grader.checks.lab import DType, Lab
from grader.report import Cause, Evidence, Finding

_DTYPES: tuple[DType, ...] = ("float32", "float64")
_PRECISE = ("float32", "float64")


class Shapes(Item):
    """Every function on rectangular sizes that all differ, in both precisions."""

    kind: Literal["shapes"]
    of: tuple[str, ...]

    def functions(self) -> tuple[str, ...]:
        """See `Item.functions`."""
        return self.of

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        sizes = {dtype: lab.ordered(rng, falling=dtype == "float32") for dtype in _DTYPES}
        return [
            Case(f"{name}, {dtype}{special}", name, arguments)
            for name in self.of
            for dtype in _DTYPES
            for special, arguments in lab.functions[name].each(sizes[dtype], rng, dtype).items()
        ]

    def unusable(self, answer: Answer) -> Failure | None:
        """See `Item.unusable`. How values were returned is this check's own matter."""
        if answer.failure is None and answer.problems:
            return answer.problems[0]
        return answer.unusable(answer.want, finite=False)

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for answer in answers.values():
            for name, dtype in answer.dtypes.items():
                if dtype not in _PRECISE:
                    asked = answer.case.dtype
                    message = (
                        f"{answer.case.function}: the {name} should hold numbers of type {asked}, "
                        f"like the arguments; yours are {dtype}, which cannot hold the answer precisely."
                    )
                    return failed(Cause.DTYPE, message, [Evidence(case=answer.case.id, got=dtype, want=asked)])
        return passed(
            evidence=[
                Evidence(case=answer.case.id, got=shapes, want=shapes)
                for answer in answers.values()
                for shapes in [", ".join(f"{k} {sentence.shape(v.shape)}" for k, v in answer.got.items())]
            ]
        )
