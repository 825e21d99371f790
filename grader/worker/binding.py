"""The lab's arguments bound to the student's parameters: by name where names are known, else by position."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

#: Which of the lab's arguments go by position, in which order, and which by which name.
Way = tuple[tuple[int, ...], dict[str, int]]
#: Which of the lab's arguments a call has.
Given = tuple[int, ...]
Bound = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass
class Function:
    """A function of the submission, and each argument's names in the lab's order; `keys` are those of a dict to return.

    `ways` are found at the first call with the same arguments.
    """

    call: Callable[..., Any]
    arguments: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...] = ()
    ways: dict[Given, Way] = field(default_factory=dict)


def simple(name: str) -> str:
    """Return a name as it is compared: without case and underscores."""
    return name.replace("_", "").lower()


def _parameter_for(names: tuple[str, ...], parameters: list[inspect.Parameter]) -> inspect.Parameter | None:
    """Return the parameter that bears one of `names`: as it is written first, else but for case and underscores."""
    for spell in (str, simple):
        for name in names:
            for parameter in parameters:
                if spell(parameter.name) == spell(name):
                    return parameter
    return None


def bind(function: Function, arguments: tuple[Any, ...], given: Given = ()) -> Bound:
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
