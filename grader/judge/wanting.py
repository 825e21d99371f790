"""What a worker is told of a function that a lab asks for: what to find, and how to call it."""

from grader import wire
from grader.checks.argument import Size
from grader.checks.lab import Function


def wanted(function: Function) -> wire.Wanted:
    """Return a function as it crosses the wire: names and numbers of arguments, no shape, no reference."""
    return wire.Wanted(
        names=(function.name, *function.aliases),
        arguments=tuple((argument.name, *argument.aliases) for argument in function.arguments),
        keys=function.asked if function.form == "dict" else (),
        made=_made(function),
    )


def _made(function: Function) -> wire.Made:
    found = function.from_class
    if found is None:
        return wire.Made()
    return wire.Made(
        names=(found.name, *found.aliases),
        constructor=tuple(_parameter(function, each) for each in found.constructor),
        weights=tuple(map(function.place_of, found.weights)),
        methods=found.methods,
    )


def _parameter(function: Function, given: str | Size) -> wire.Parameter:
    """Return a parameter that gets an argument, or the length of an axis of one."""
    if isinstance(given, str):
        argument = function.argument(given)
        return wire.Parameter((given, *argument.aliases), function.place_of(given))
    where = function.axis_of(given.of)
    assert where is not None, "a manifest that was read has no such size"
    return wire.Parameter((given.name, *given.aliases), *where)
