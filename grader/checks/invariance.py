"""Does the answer stay when each row of an argument is moved, or stretched, by a number of its own?"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from grader.checks import sentence
from grader.checks.case import Answer, Case, Float
from grader.checks.compare import evidence, worst
from grader.checks.item import Ref, constant, constant_finding, failed, passed
from grader.checks.lab import Array, Lab
from grader.checks.of_values import OfValues
from grader.checks.tolerance import Tolerance
from grader.report import Cause, Finding

_GRID = 64  # entries are multiples of 1/64, so that adding a whole number or doubling is exact in float32
_BASE, _OTHER = "as it is", "other numbers"


class Invariance(OfValues):
    """Rows of `argument` moved by up to ±`shift`, and stretched by powers of two up to `scale`, give the same answer.

    `tolerance` is how far the answer may move, relative to its largest entry: a large shift costs digits.
    """

    kind: Literal["invariance"]
    argument: str
    shift: float = Field(ge=0)
    scale: float = Field(ge=1)
    tolerance: Tolerance

    def takes(self) -> tuple[tuple[str, str], ...]:
        """See `Item.takes`."""
        return tuple((ref.function, self.argument) for ref in self.of)

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        found = []
        for ref in self.of:
            function, sizes = lab.functions[ref.function], lab.squared(rng)
            drawn, other = (function.draw(sizes, rng, "float32") for _ in range(2))
            plain = (np.round(drawn[self.argument] * _GRID) / _GRID).astype(np.float32)
            forms = {_BASE: plain, _OTHER: other[self.argument], **self._moved(plain)}
            found += [
                Case(f"{ref.function}: {form}", ref.function, {**drawn, self.argument: values})
                for form, values in forms.items()
            ]
        return found

    def _moved(self, plain: Array) -> dict[str, Array]:
        rows = np.arange(plain.shape[0]).reshape(-1, *[1] * (plain.ndim - 1))
        offsets = np.array([1, -1])[rows % 2] * np.round(self.shift / (1 + rows % 3))
        factors = 2.0 ** (rows % (1 + int(np.log2(self.scale))))
        moved = {}
        if self.shift:
            moved[f"rows moved by up to ±{self.shift:g}"] = plain + offsets
        if self.scale > 1:
            moved[f"rows stretched by up to {factors.max():g}"] = plain * factors
        return {form: values.astype(np.float32) for form, values in moved.items()}

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for ref in self.of:
            base, other, *moved = (answer for answer in answers.values() if answer.case.function == ref.function)
            if constant(base, other):
                return constant_finding(ref.function)
            for answer in moved:
                finding = self._judge_one(ref, base.got[ref.value], answer)
                if finding is not None:
                    return finding
        return passed()

    def _judge_one(self, ref: Ref, still: Float, answer: Answer) -> Finding | None:
        bound = np.full(still.shape, self.tolerance * float(np.abs(still).max(initial=0)) or self.tolerance)
        found = worst(answer.got[ref.value], still, bound)
        if found.ratio <= 1:
            return None
        line, form = found.at[0], answer.case.id.split(": ")[-1]
        message = (
            f"{ref.function}: with its {form}, {self.argument} should give the same {ref.value}, but row {line} "
            f"went from {sentence.row(still[line])} to {sentence.row(answer.got[ref.value][line])}."
        )
        return failed(Cause.WRONG, message, [evidence(answer, ref.value, found)])
