"""One call: bind the lab's arguments to the student's parameters, call, and say what came back."""

import inspect
from collections.abc import Mapping
from typing import Any

from grader import wire
from grader.worker import values
from grader.worker.failing import failed
from grader.worker.loading import Function

_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def _simple(name: str) -> str:
    return name.replace("_", "").lower()


def bind(function: Function, arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Bind by name where every argument of the lab has a parameter of one of its names, else by position."""
    try:
        parameters = inspect.signature(function.call).parameters.values()
    except (TypeError, ValueError):
        return arguments, {}
    by_name = {_simple(p.name): p.name for p in parameters if p.kind in _BY_NAME}
    matched = [
        next((by_name[_simple(name)] for name in names if _simple(name) in by_name), None)
        for names in function.arguments
    ]
    named = {name: argument for name, argument in zip(matched, arguments, strict=True) if name is not None}
    return ((), named) if len(named) == len(arguments) else (arguments, {})


def answer(call: wire.Call, functions: dict[str, Function], files: Mapping[str, str]) -> wire.Answer | wire.Failed:
    """Make one call and pack what it returned, or what it raised."""
    function = functions[call.function]
    arguments = tuple(values.argument(block, arrays=call.arrays) for _, block in call.arguments)
    try:
        args, kwargs = bind(function, arguments)
        return values.returned(function.call(*args, **kwargs), arguments if call.echo else ())
    except BaseException as error:  # whatever a submission raises is an answer
        return failed(error, files)
