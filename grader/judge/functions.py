"""Functions of ours in the place of a submission: asked, read and judged as one, without a worker.

For references and what is made of them; they are as trusted as the judge. Nothing of a submission is ever among them.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader import wire
from grader.checks.case import Failure
from grader.checks.lab import Array
from grader.judge import reading
from grader.report import Cause


class Functions:
    """Answers calls as a session with a worker does: each call is given copies, and what it raises is a failure.

    `make` gives the functions, by the lab's names; anew where a fresh worker would be asked.
    """

    def __init__(self, make: Callable[[], Mapping[str, Callable[..., Any]]]) -> None:
        self._make = make
        self._functions = make()

    def ask(
        self, function: str, arguments: Mapping[str, Array], *, arrays: bool = True, echo: bool = False
    ) -> wire.Answer | Failure:
        """See `Asked.ask`."""
        given = {name: value.copy() for name, value in arguments.items()}
        try:
            result = self._functions[function](*given.values())
            values = result if isinstance(result, tuple) else (result,)
            blocks = () if result is None else tuple(reading.block(np.asarray(value)) for value in values)
        except Exception as error:  # as a submission's would be: it is an answer
            return Failure(Cause.EXCEPTION, f"{function} raised {error!r}", raised=f"{type(error).__name__}: {error}")
        echoed = tuple(map(reading.block, given.values())) if echo else ()
        return wire.Answer(_packing(result), blocks, echoed)

    def renew(self) -> None:
        """See `Asked.renew`."""
        self._functions = self._make()


def _packing(result: object) -> wire.Packing:
    if result is None:
        return wire.Packing.NOTHING
    return wire.Packing.TUPLE if isinstance(result, tuple) else wire.Packing.SINGLE
