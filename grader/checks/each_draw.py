"""A question that every answer has to meet, asked on a few draws of square arguments, which must not all be alike."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from grader.checks.case import Answer, Case
from grader.checks.item import Ref, constant, constant_finding, passed
from grader.checks.lab import Lab
from grader.checks.of_values import OfValues
from grader.report import Finding


class EachDraw(OfValues):
    """Each value of `of` on each of the draws `turns`, judged one by one; square, so that a mistaken axis runs."""

    turns: ClassVar[tuple[str, ...]] = ("first", "other")

    def cases(self, lab: Lab, rng: np.random.Generator) -> list[Case]:
        """See `Item.cases`."""
        sizes = lab.squared(rng)
        return [
            Case(f"{ref.function} {turn}", ref.function, lab.functions[ref.function].draw(sizes, rng, "float32"))
            for ref in self.of
            for turn in self.turns
        ]

    def judge(self, answers: Mapping[str, Answer]) -> Finding:
        """See `Item.judge`."""
        for ref in self.of:
            asked = [answers[f"{ref.function} {turn}"] for turn in self.turns]
            if constant(*asked[:2]):
                return constant_finding(ref.function)
            for answer in asked:
                finding = self.judge_one(answer, ref)
                if finding is not None:
                    return finding
        return passed()

    def judge_one(self, answer: Answer, ref: Ref) -> Finding | None:
        """Return what is wrong with one value of an answer; None if nothing is."""
        raise NotImplementedError
