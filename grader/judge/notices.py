"""Remarks that cost nothing: what was charitable, and what a person may want to know."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from grader.checks.case import Answer
from grader.report import Notice

_CLEARLY = 16  # times the bound of double precision: more than another order of operations explains


def style(functions: Mapping[str, str], *, arrays: bool) -> Iterator[Notice]:
    """Say under which other names functions were found, and that they were given arrays."""
    for name, found in functions.items():
        if found != name:
            yield Notice(kind="style", message=f"{name} was found under the name {found}.")
    if arrays:
        yield Notice(kind="style", message="The functions were called with NumPy arrays.")


def precision(answers: Iterable[Answer]) -> Iterator[Notice]:
    """Say where right answers to double-precision questions have only single precision."""
    single = {
        answer.case.function
        for answer in answers
        for name, want in answer.want.items()
        if want.double_bound is not None
        and name in answer.got
        and answer.within(name)
        and not np.all(np.abs(answer.got[name] - want.value) <= _CLEARLY * want.double_bound)
    }
    for name in sorted(single):
        message = f"{name} answers float64 arguments with no more than single precision. No points are taken for it."
        yield Notice(kind="precision", message=message)
