"""What can be said for certain of answers that no known bug explains. Ids of sentences in the catalogue."""

from collections.abc import Iterator, Sequence

import numpy as np

from grader.checks.case import Answer, Float
from grader.diagnosis.atlas import close
from grader.diagnosis.variant import RIGHT, ImpossibleError, do_step

_SUM = 1e-3  # how near to 1 a sum of weights is 1


def observe(answers: Sequence[Answer]) -> Iterator[str]:
    """Return what holds in all answers of a function to arguments of ordinary size."""
    came = [answer for answer in answers if answer.got]
    if not came:
        return
    if copies(came):
        yield "copies-an-argument"
    weights = [a.got["weights"] for a in came if "weights" in a.got and a.got["weights"].ndim >= 2]
    if weights and all(w.size and np.isfinite(w).all() for w in weights):
        yield from _of_weights(weights)
    for name in ("weights", "output"):
        both = [a for a in came if name in a.got and name in a.want]
        if len(both) == len(came) and len(came[0].want) > 1 and all(_near(a, name) for a in both):
            yield f"{name}-right"
    if all({"weights", "output"} <= a.got.keys() for a in came) and all(_mixed(a) for a in came):
        yield "output-follows-weights"


def copies(answers: Sequence[Answer]) -> bool:
    """Whether each answer's first value is one of its arguments as it is: that shows no work."""
    return all(
        any(value.shape == argument.shape and np.allclose(value, argument, rtol=1e-6, equal_nan=True)
            for argument in answer.case.arguments.values())
        for answer in answers
        for value in list(answer.got.values())[:1]
    )  # fmt: skip


def _of_weights(weights: Sequence[Float]) -> Iterator[str]:
    rows, columns = (all(np.abs(w.sum(axis=axis) - 1).max() < _SUM for w in weights) for axis in (-1, -2))
    if rows:
        yield "rows-sum-to-1"
    elif columns:
        yield "columns-sum-to-1"
    elif all(np.abs(w.sum(axis=(-2, -1)) - 1).max() < _SUM for w in weights):
        yield "all-sum-to-1"
    else:
        yield "rows-do-not-sum-to-1"
    if any((w < 0).any() for w in weights):
        yield "negative-weights"


def _near(answer: Answer, name: str) -> bool:
    return close(answer.got[name], answer.want[name].value)


def _mixed(answer: Answer) -> bool:
    """Whether the output is the weights that came, times the values."""
    values = {**answer.case.arguments, "weights": answer.got["weights"]}
    try:
        do_step("mix", RIGHT["mix"], values)
    except ImpossibleError:
        return False
    return close(answer.got["output"], values["output"])
