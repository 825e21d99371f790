"""An answer made ready to be compared with what an explanation makes of the same arguments."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from grader.checks.argument import Mask
from grader.checks.case import Answer, Float
from grader.checks.lab import Array, Function, Step
from grader.diagnosis.atlas import CLOSE, close
from grader.diagnosis.variant import RIGHT, Course, Explanation, ImpossibleError, Values, do_step, run

_ORDINARY: Final = 20.0  # arguments up to this size; rounding stays small beside their answers
_LARGE_TOLERANCE: Final = 0.02  # relative; scores near 1e4 in single precision are that far off
_TINY: Final = float(np.finfo(np.float32).tiny)
_TELLING: Final = 4  # rows and columns; fewer are alike too often
_MOSTLY: Final = 0.5  # of the entries are right where only some are blown up
_TIMES: Final = (
    16  # what two ways of working it out in single precision may differ by, in differences between precisions
)
_BROKEN: Final = ("ZeroDivisionError", "OverflowError", "FloatingPointError")  # plain Python's words for NaN and inf


@dataclass(frozen=True, eq=False)
class Probe:
    """One answer. `given` are its arguments in each precision that the submission may have worked in, `rough` those in
    single precision; `arguments` are the last of `given` as they are.

    No values in `got` mean that arithmetic itself failed, as it does in plain Python where arrays hold NaN.
    """

    given: tuple[Course, ...]
    rough: Course
    arguments: Values
    got: dict[str, Float]
    large: bool
    tolerance: float
    limits: dict[str, float]  # how far an entry may be off where all are finite

    def made_by(self, explanation: Explanation, steps: Sequence[Step], until: str = "output") -> bool:
        """Whether an explanation gives exactly this answer, or the part of it up to a value."""
        try:
            for given in self.given:
                if all(self._same(*pair) for pair in self._pairs(explanation, steps, given, until)):
                    return True
            return not self.large and self._made_roughly(explanation, steps, until)
        except ImpossibleError:
            return False

    def _made_roughly(self, explanation: Explanation, steps: Sequence[Step], until: str) -> bool:
        """Whether this answer is as near as single precision comes, where a small difference is blown up.

        Dividing by a sum near 0 does that. How much, working it out in both precisions shows.
        """
        pairs = [(self.got[name], made) for name, made in self._pairs(explanation, steps, self.given[0], until) if name]
        if any(got.shape != made.shape or _share(got, made, self.tolerance) < _MOSTLY for got, made in pairs):
            return False
        roughly = self._pairs(explanation, steps, self.rough, until)
        return all(
            close(got, made, self.tolerance, blown_up=_TIMES * np.abs(rough - made))
            for (got, made), (_, rough) in zip(pairs, roughly, strict=True)
        )

    def _pairs(
        self, explanation: Explanation, steps: Sequence[Step], given: Course, until: str
    ) -> Iterator[tuple[str, Array]]:
        """Yield what an explanation makes, by name; the output is made of the weights that came with it."""
        if not self.got:
            made = given.run(explanation, steps)
            yield "", np.concatenate([made[name].ravel() for name in ("scores", "weights") if name in made])
        elif set(self.got) != {"weights", "output"}:
            value = next(iter(self.got))
            yield value, given.run(explanation, up_to(value, steps))[value]
        else:
            made = given.run(explanation, up_to("weights", steps))
            yield "weights", made["weights"]
            if until != "weights":
                made = {**made, "weights": self.got["weights"]}
                changed = {step: f for v in explanation for step, f in v.does.items()}
                do_step("mix", changed.get("mix", RIGHT["mix"]), made)
                yield "output", made["output"]

    def _same(self, name: str, made: Array) -> bool:
        if not name:  # arithmetic failed: so it does where something comes out that is not finite
            return not np.isfinite(made).all()
        got = self.got[name]
        if got.shape != made.shape:
            return False
        if (np.abs(got - made) <= self.limits[name]).all():
            return True
        return not np.isfinite(got).all() and close(got, made, self.tolerance)


def given_to(function: Function, answer: Answer) -> Values:
    """Return arguments as steps take them: None for what is left out, a mask true where a key may be seen."""
    given: dict[str, Any] = {**dict.fromkeys(function.optional), **answer.case.arguments}
    masks = (argument for argument in function.arguments if isinstance(argument, Mask))
    return given | {m.name: ~m.hides(given[m.name]) for m in masks if given[m.name] is not None}


def _as(dtype: type[np.floating[Any]], values: Values) -> Values:
    """Return arrays of floating-point numbers in a precision, and the others as they are."""
    return {
        name: value.astype(dtype) if value is not None and value.dtype.kind == "f" else value
        for name, value in values.items()
    }


def _share(got: Array, made: Array, tolerance: float) -> float:
    return float(np.mean(np.abs(got - made) <= tolerance * np.maximum(1, np.abs(made)))) if got.size else 0.0


def up_to(value: str, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps that lead to a value: all but the mix for scores and weights."""
    return tuple(step for step in steps if value == "output" or step != "mix")


def ordinary(function: Function, answer: Answer) -> bool:
    """Whether the arguments of an answer are of ordinary size."""
    return all(np.abs(argument).max(initial=0) <= _ORDINARY for argument in _drawn(function, answer))


def _drawn(function: Function, answer: Answer) -> list[Array]:
    """Return the arguments that hold drawn numbers: no mask, no size."""
    return [answer.case.arguments[array.name] for array in function.arrays if array.name in answer.case.arguments]


def possible(explanation: Explanation, function: Function, answer: Answer) -> bool:
    """Whether steps with these bugs would give values in the shape that was asked."""
    try:
        with np.errstate(all="ignore"):
            made = run(explanation, function.steps, given_to(function, answer))
    except ImpossibleError:
        return False
    return all(made[name].shape == want.value.shape for name, want in answer.want.items() if name in made)


def probes(function: Function, answers: Iterable[Answer], tolerance: float = CLOSE) -> list[Probe]:
    """Return the answers that came, each once; the most telling first.

    These are answers to all arguments, of ordinary size, in double precision, and of small arrays. They are compared to
    the relative `tolerance`, large ones to a wider one.
    """
    each: dict[object, Answer] = {}
    for answer in answers:
        if answer.got or (answer.failure and answer.failure.raised.startswith(_BROKEN)):
            asked = tuple((value.shape, value.tobytes()) for value in answer.case.arguments.values())
            each.setdefault((asked, tuple(value.tobytes() for value in answer.got.values())), answer)
    return [
        _probe(function, answer, tolerance) for answer in sorted(each.values(), key=partial(_tells_little, function))
    ]


def _tells_little(function: Function, answer: Answer) -> tuple[bool, bool, int, bool, bool, int]:
    drawn, single = _drawn(function, answer), answer.case.dtype == "float32"
    shortest = min((min(argument.shape) for argument in drawn), default=0)
    given = len(answer.case.arguments)
    return (
        not answer.got,
        not ordinary(function, answer),
        -given,
        single,
        shortest < _TELLING,
        sum(a.size for a in drawn),
    )


def _probe(function: Function, answer: Answer, tolerance: float) -> Probe:
    arguments = given_to(function, answer)
    double = _as(np.float64, arguments)
    large = not ordinary(function, answer)
    tolerance = max(tolerance, _LARGE_TOLERANCE) if large else tolerance
    sizes = {name: float(np.abs(got[np.isfinite(got)]).max(initial=0)) for name, got in answer.got.items()}
    limits = {name: tolerance * size + _TINY for name, size in sizes.items()}
    given = (Course(arguments), Course(double)) if large else (Course(double),)
    return Probe(given, Course(_as(np.float32, double)), double, dict(answer.got), large, tolerance, limits)
