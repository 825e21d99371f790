"""Functions of ours in the place of a submission: asked, read and judged as one, without a worker.

For references and what is made of them; they are as trusted as the judge. Nothing of a submission is ever among them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from grader import wire
from grader.checks.case import Failure
from grader.checks.lab import Array, Function, Lab
from grader.judge import reading
from grader.judge.expect import in_order, told
from grader.report import Cause

#: The numbers that a question says, by name.
Said = Mapping[str, Array]
NOTHING_SAID: Final[Mapping[str, Said]] = {}


class Functions:
    """Answers calls as a session with a worker does: each call is given copies, and what it raises is a failure.

    `make` gives the functions, by the lab's names; anew where a fresh worker would be asked. They take and give what
    references do: all arguments, None for one that is left out, and all values; those that a submission is not to
    return are left out here. `said` has, by function, the numbers that its question says, which come before the
    arguments.
    """

    def __init__(
        self, make: Callable[[], Mapping[str, Callable[..., Any]]], lab: Lab, said: Mapping[str, Said] = NOTHING_SAID
    ) -> None:
        self._make, self._lab, self._said = make, lab, said
        self._functions = make()

    def ask(
        self, function: str, arguments: Mapping[str, Array], *, arrays: bool = True, echo: bool = False
    ) -> wire.Answer | Failure:
        """See `Asked.ask`."""
        wanted = self._lab.functions[function]
        given = {name: value.copy() for name, value in arguments.items()}
        try:
            said = told(wanted, self._said.get(function, {}))
            result = _returned(wanted, self._functions[function](*said, *in_order(wanted, given)))
            blocks = tuple(reading.block(np.asarray(value)) for value in result)
        except Exception as error:  # as a submission's would be: it is an answer
            return Failure(Cause.EXCEPTION, f"{function} raised {error!r}", raised=f"{type(error).__name__}: {error}")
        echoed = tuple(map(reading.block, given.values())) if echo else ()
        return wire.Answer(_packing(wanted, result), blocks, echoed)

    def renew(self) -> None:
        """See `Asked.renew`."""
        self._functions = self._make()


def _returned(wanted: Function, result: Any) -> tuple[Any, ...]:  # noqa: ANN401  # whatever a function gives
    """Return the values that a submission returns where a reference gives `result`; none for None."""
    if result is None:
        return ()
    values = result if isinstance(result, tuple) else (result,)
    if len(values) != len(wanted.returns):
        return values
    return tuple(value for value, asked in zip(values, wanted.returns, strict=True) if asked.returned)


def _packing(wanted: Function, values: tuple[Any, ...]) -> wire.Packing:
    if not values:
        return wire.Packing.NOTHING
    if wanted.form == "dict" and len(values) == len(wanted.asked):
        return wire.Packing.MAPPING
    return wire.Packing.TUPLE if len(values) > 1 else wire.Packing.SINGLE
