"""An answer made ready to be compared with what an explanation makes of the same arguments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from grader.checks.case import Answer, Float
from grader.checks.lab import Array, Function, Step
from grader.diagnosis.atlas import CLOSE, close
from grader.diagnosis.variant import RIGHT, Explanation, ImpossibleError, Values, do_step, run

_ORDINARY: Final = 20.0  # arguments up to this size; rounding stays small beside their answers
_LARGE_TOLERANCE: Final = 0.02  # relative; scores near 1e4 in single precision are that far off
_BROKEN: Final = ("ZeroDivisionError", "OverflowError", "FloatingPointError")  # plain Python's words for NaN and inf


@dataclass(frozen=True, eq=False)
class Probe:
    """One answer. `given` are its arguments in each precision that the submission may have worked in.

    No values in `got` mean that arithmetic itself failed, as it does in plain Python where arrays hold NaN.
    """

    given: tuple[Values, ...]
    got: dict[str, Float]
    large: bool
    tolerance: float

    def made_by(self, explanation: Explanation, steps: Sequence[Step], until: str = "output") -> bool:
        """Whether an explanation gives exactly this answer, or the part of it up to a value."""
        return any(self._gives(explanation, steps, given, until) for given in self.given)

    def _gives(self, explanation: Explanation, steps: Sequence[Step], given: Values, until: str) -> bool:
        """Compare value by value; the output is judged by the weights that came with it."""
        try:
            if not self.got:
                made = run(explanation, steps, given)
                return not all(np.isfinite(made[name]).all() for name in ("scores", "weights") if name in made)
            if set(self.got) != {"weights", "output"}:
                value = next(iter(self.got))
                return self._close(value, run(explanation, up_to(value, steps), given)[value])
            made = run(explanation, up_to("weights", steps), given)
            if until == "weights" or not self._close("weights", made["weights"]):
                return self._close("weights", made["weights"])
            made["weights"] = self.got["weights"]
            changed = {step: f for v in explanation for step, f in v.does.items()}
            do_step("mix", changed.get("mix", RIGHT["mix"]), made)
            return self._close("output", made["output"])
        except ImpossibleError:
            return False

    def _close(self, value: str, made: Array) -> bool:
        return close(self.got[value], made, self.tolerance)


def up_to(value: str, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps that lead to a value: all but the mix for scores and weights."""
    return tuple(step for step in steps if value == "output" or step != "mix")


def ordinary(answer: Answer) -> bool:
    """Whether the arguments of an answer are of ordinary size."""
    return all(np.abs(argument).max(initial=0) <= _ORDINARY for argument in answer.case.arguments.values())


def possible(explanation: Explanation, function: Function, answer: Answer) -> bool:
    """Whether steps with these bugs would give values in the shape that was asked."""
    try:
        with np.errstate(all="ignore"):
            made = run(explanation, function.steps, answer.case.arguments)
    except ImpossibleError:
        return False
    return all(made[name].shape == want.value.shape for name, want in answer.want.items() if name in made)


def probes(answers: Iterable[Answer], tolerance: float = CLOSE) -> list[Probe]:
    """Return the answers that came, each once; the most telling first.

    These are answers to arguments of ordinary size, in double precision, and of large arrays. They are compared to
    the relative `tolerance`, large ones to a wider one.
    """
    each: dict[object, Answer] = {}
    for answer in answers:
        if answer.got or (answer.failure and answer.failure.raised.startswith(_BROKEN)):
            asked = tuple((value.shape, value.tobytes()) for value in answer.case.arguments.values())
            each.setdefault((asked, tuple(value.tobytes() for value in answer.got.values())), answer)
    return [_probe(answer, tolerance) for answer in sorted(each.values(), key=_tells_little)]


def _tells_little(answer: Answer) -> tuple[bool, bool, bool, int]:
    arguments = answer.case.arguments.values()
    single = any(argument.dtype == np.float32 for argument in arguments)
    return not answer.got, not ordinary(answer), single, -min(argument.size for argument in arguments)


def _probe(answer: Answer, tolerance: float) -> Probe:
    arguments = answer.case.arguments
    double = {name: value.astype(np.float64) for name, value in arguments.items()}
    large = not ordinary(answer)
    return Probe(
        (arguments, double) if large else (double,), dict(answer.got), large,
        max(tolerance, _LARGE_TOLERANCE) if large else tolerance,
    )  # fmt: skip
