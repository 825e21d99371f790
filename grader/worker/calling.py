"""One call: bind the lab's arguments to the student's parameters, call, and say what came back."""

import inspect
from collections.abc import Mapping
from typing import Any

from grader import wire
from grader.worker import values
from grader.worker.denied import Denied
from grader.worker.failing import failed
from grader.worker.loading import Function, Way

_Bound = tuple[tuple[Any, ...], dict[str, Any]]


def _simple(name: str) -> str:
    return name.replace("_", "").lower()


def _parameter_for(names: tuple[str, ...], parameters: list[inspect.Parameter]) -> inspect.Parameter | None:
    """Return the parameter that bears one of `names`: as it is written first, else but for case and underscores."""
    for spell in (str, _simple):
        for name in names:
            for parameter in parameters:
                if spell(parameter.name) == spell(name):
                    return parameter
    return None


def bind(function: Function, arguments: tuple[Any, ...]) -> _Bound:
    """Bind by position, unless the parameters' names say that they stand in another order or take names only.

    Names count where each argument of the lab has a required parameter of its own with one of its names. Positions
    are used even then, in the parameters' order: a decorator may hand on `*args` and nothing else.
    """
    if function.way is None:
        function.way = _way(function)
    order, names = function.way
    return tuple(arguments[at] for at in order), {name: arguments[at] for name, at in names.items()}


def _way(function: Function) -> Way:
    """Return which of the lab's arguments go by position, in which order, and which by name."""
    in_order = tuple(range(len(function.arguments)))
    try:
        parameters = list(inspect.signature(function.call).parameters.values())
    except (TypeError, ValueError):
        return in_order, {}
    required = [p for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    matched = [_parameter_for(names, required) for names in function.arguments]
    by_name = {p.name: at for at, p in enumerate(matched) if p is not None}
    if len(by_name) < len(matched):
        return in_order, {}
    first = [p.name for p in parameters[: len(matched)] if p.kind is not p.KEYWORD_ONLY]
    if set(first) == set(by_name):
        return tuple(by_name[name] for name in first), {}
    return (), by_name


def answer(
    call: wire.Call, functions: dict[str, Function], files: Mapping[str, str], denied: Denied
) -> wire.Answer | wire.Failed:
    """Make one call and pack what it returned, or what it raised."""
    function = functions[call.function]
    arguments = tuple(values.argument(block, arrays=call.arrays) for _, block in call.arguments)
    try:
        args, kwargs = bind(function, arguments)
        with denied.during(call.function):
            return values.returned(function.call(*args, **kwargs), arguments if call.echo else ())
    except BaseException as error:  # whatever a submission raises is an answer
        return failed(error, files)
