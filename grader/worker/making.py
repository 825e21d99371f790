"""A class of the submission in a function's place: an object is made for each call, given its weights, and called."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from grader import wire
from grader.worker.binding import Function, Given, Way, bind, simple


def maker(kind: type, wanted: wire.Wanted) -> Callable[..., Any]:
    """Return a function of the lab's arguments, in their order, that makes an object of `kind` and calls it."""
    made = wanted.made
    constructor = Function(kind, tuple(parameter.names for parameter in made.constructor))
    gone = {parameter.argument for parameter in made.constructor if not parameter.axis} | set(made.weights)
    ways: dict[Given, Way] = {}  # for all objects: they have one class

    def call(*given: Any) -> Any:  # noqa: ANN401  # arguments, and whatever is returned
        args, kwargs = bind(constructor, tuple(_value(given, parameter) for parameter in made.constructor))
        one = kind(*args, **kwargs)
        if isinstance(one, torch.nn.Module):
            one.to(_dtype(given)).eval()
        for at in made.weights:
            _put(one, wanted.arguments[at], given[at])
        method = Function(_method(one, made.methods), wanted.arguments, ways=ways)
        left = tuple(at for at, value in enumerate(given) if at not in gone and value is not None)
        args, kwargs = bind(method, tuple(given[at] for at in left), left)
        return method.call(*args, **kwargs)

    return call


def _value(given: Sequence[Any], parameter: wire.Parameter) -> Any:  # noqa: ANN401  # an argument
    value = given[parameter.argument]
    return value.shape[-parameter.axis] if parameter.axis else value


def _dtype(given: Sequence[Any]) -> torch.dtype:
    """Return the precision of the arguments: a layer makes its weights in single precision."""
    arrays = [torch.as_tensor(value) for value in given if getattr(value, "ndim", 0)]
    return next((array.dtype for array in arrays if array.is_floating_point()), torch.float32)


def _method(one: object, methods: Sequence[str]) -> Callable[..., Any]:
    found = next((name for name in methods if callable(getattr(one, name, None))), None)
    if found is None:
        raise AttributeError(f"{type(one).__name__} has no method {' or '.join(methods)}")
    return getattr(one, found)  # type: ignore[no-any-return]


def _put(one: object, names: Sequence[str], value: Any) -> None:  # noqa: ANN401  # an argument
    """Put a matrix where an object keeps it: in a layer, which holds it transposed, a parameter, or an attribute."""
    near = (
        (spell(name), at) for spell in (str, simple) for name in names for at in dir(one) if spell(at) == spell(name)
    )
    _, name = next(near, ("", ""))
    if not name:
        raise AttributeError(f"{type(one).__name__} has no attribute {names[0]} to put that matrix into")
    held = getattr(one, name)
    if isinstance(held, torch.nn.Linear):
        _fill(name, held.weight, torch.as_tensor(value).T)
        if held.bias is not None:
            torch.nn.init.zeros_(held.bias)
    elif isinstance(held, torch.nn.Parameter):
        _fill(name, held, torch.as_tensor(value))
    else:
        setattr(one, name, value)


def _fill(name: str, held: torch.Tensor, value: torch.Tensor) -> None:
    if held.shape != value.shape:
        raise ValueError(f"{name} holds {tuple(held.shape)}, where {tuple(value.shape)} is given")
    with torch.no_grad():
        held.copy_(value)
