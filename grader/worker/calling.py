"""One call: bind the lab's arguments to the student's parameters, call, and say what came back."""

import inspect
from collections.abc import Mapping
from typing import Any

from grader import wire
from grader.worker import values
from grader.worker.denied import Denied
from grader.worker.failing import failed
from grader.worker.loading import Function, Given, Way

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


def bind(function: Function, arguments: tuple[Any, ...], given: Given = ()) -> _Bound:
    """Bind by position, unless the parameters' names say that they stand in another order or take names only.

    `given` says which of the lab's arguments these are: all of them if it is empty. Names count where each argument has
    a parameter of its own with one of its names, and no other parameter is required. Positions are used even then, in
    the parameters' order: a decorator may hand on `*args` and nothing else. Where names do not count, an argument that
    is left out between others is None.
    """
    given = given or tuple(range(len(function.arguments)))
    if given not in function.ways:
        function.ways[given] = _way(function, given)
    order, names = function.ways[given]
    value = dict(zip(given, arguments, strict=True)).get
    return tuple(value(at) for at in order), {name: value(at) for name, at in names.items()}


def _way(function: Function, given: Given) -> Way:
    """Return which of the lab's arguments go by position, in which order, and which by name."""
    in_order = tuple(range(max(given, default=-1) + 1))
    try:
        parameters = list(inspect.signature(function.call).parameters.values())
    except (TypeError, ValueError):
        return in_order, {}
    named = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    required = [p for p in named if p.default is p.empty]
    matched = [
        _parameter_for(names, required) or _parameter_for(names, named)
        for names in (function.arguments[at] for at in given)
    ]
    by_name = {p.name: at for at, p in zip(given, matched, strict=True) if p is not None}
    if len(by_name) < len(given) or not {p.name for p in required} <= by_name.keys():
        return in_order, {}
    first = [p.name for p in parameters[: len(given)] if p.kind is not p.KEYWORD_ONLY]
    if set(first) == set(by_name):
        return tuple(by_name[name] for name in first), {}
    return (), by_name


def answer(
    call: wire.Call, functions: dict[str, Function], files: Mapping[str, str], denied: Denied
) -> wire.Answer | wire.Failed:
    """Make one call and pack what it returned, or what it raised."""
    function = functions[call.function]
    arguments = tuple(values.argument(block, arrays=call.arrays) for _, block in call.arguments)
    places = {names[0]: at for at, names in enumerate(function.arguments)}
    try:
        args, kwargs = bind(function, arguments, tuple(places[name] for name, _ in call.arguments))
        with denied.during(call.function):
            result = function.call(*args, **kwargs)
            return values.returned(result, arguments if call.echo else (), function.keys)
    except BaseException as error:  # whatever a submission raises is an answer
        return failed(error, files)
