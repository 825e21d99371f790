"""Library functions that a lab asks the student to write: calling one raises, with the lab's own sentence.

They are refused while a function of the submission is called and at no other time, so that a demo or a comparison at
import may use them. A rule of the lab and a clear message, not a wall: who goes round it has gone round a rule.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

import torch
from torch.overrides import TorchFunctionMode

from grader import wire


class DeniedCallError(Exception):
    """The submission called what the lab asks it to write."""


class _Place(NamedTuple):
    """Where a library function stands: an attribute of a module or a class, or a name in the submission's globals."""

    owner: Any
    name: str
    original: Any
    rule: wire.Denied


class _Swap:
    """Names of one owner with what stands there during calls and what stands there otherwise."""

    def __init__(self, owner: Any) -> None:  # noqa: ANN401
        self._owner = owner
        self._names = owner if isinstance(owner, dict) else None if isinstance(owner, type) else vars(owner)
        self._refusals: dict[str, object] = {}
        self._originals: dict[str, object] = {}

    def add(self, place: _Place) -> None:
        """Refuse what stands at `place`."""
        self._refusals[place.name], self._originals[place.name] = _refusing(place), place.original

    def begin(self) -> None:
        """Put the refusals there."""
        self._put(self._refusals)

    def end(self) -> None:
        """Put the originals back."""
        self._put(self._originals)

    def _put(self, values: dict[str, object]) -> None:
        if self._names is not None:
            self._names.update(values)
            return
        for name, value in values.items():
            setattr(self._owner, name, value)


def _refusing(place: _Place) -> Callable[..., NoReturn]:
    def refused(*args: object, **kwargs: object) -> NoReturn:
        raise DeniedCallError(place.rule.message)

    return refused


class _Refuse(TorchFunctionMode):
    """Refuses by what is called, whatever name it is called by: kept in a closure, or as an operator of torch.ops."""

    def __init__(self, places: list[_Place]) -> None:
        super().__init__()
        named = [place for place in places if place.name != "forward"]
        self._messages = {place.name.lstrip("_"): place.rule.message for place in named}
        self._allowed: set[Callable[..., Any]] = set()

    def __torch_function__(
        self, func: Callable[..., Any], types: object, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:  # noqa: ANN401  # stands before every function of torch
        if func not in self._allowed:
            self._look(func)
        return func(*args, **kwargs) if kwargs else func(*args)

    def _look(self, func: Callable[..., Any]) -> None:
        name = getattr(func, "__name__", "").lstrip("_").split(".")[0]
        if name in self._messages:
            raise DeniedCallError(self._messages[name])
        self._allowed.add(func)


class Denied:
    """The functions that `rules` name. A name whose library is not there, or has no such function, is passed over.

    What belongs to modules is replaced for the time of a call. What belongs to `torch.Tensor` is replaced once, by
    something that looks which call is on: each change of that class empties the interpreter's caches of its methods.
    """

    def __init__(self, rules: tuple[wire.Denied, ...]) -> None:
        self._places: list[_Place] = []
        self._prepared: dict[str, tuple[list[_Swap], _Refuse]] = {}
        self._on = ""
        for rule in rules:
            for name in rule.names:
                root, *path, last = name.split(".")
                owner = functools.reduce(lambda at, part: getattr(at, part, None), path, sys.modules.get(root))
                if callable(getattr(owner, last, None)):
                    self._places.append(_Place(owner, last, getattr(owner, last), rule))
        self._libraries = tuple(self._places)

    def watch(self, namespace: dict[str, Any]) -> None:
        """Count the names in `namespace`, a module's globals, that stand for one of the functions."""
        for place in self._libraries:
            for name, value in namespace.items():
                if value is place.original:
                    self._places.append(_Place(namespace, name, value, place.rule))

    @contextmanager
    def during(self, function: str) -> Iterator[None]:
        """Refuse, in this block, what may not be called from `function` of the lab."""
        if function not in self._prepared:
            self._prepared[function] = self._prepare(function)
        swaps, mode = self._prepared[function]
        for swap in swaps:
            swap.begin()
        self._on = function
        try:
            with mode:
                yield
        finally:
            self._on = ""
            for swap in swaps:
                swap.end()

    def _prepare(self, function: str) -> tuple[list[_Swap], _Refuse]:
        """Return what is to be replaced during calls of `function`; see to the methods, before the first call."""
        if not self._prepared:
            for place in self._places:
                if place.owner is torch.Tensor:
                    setattr(place.owner, place.name, self._guarding(place))
        places = [place for place in self._places if _holds(place.rule, function)]
        swaps: dict[int, _Swap] = {}
        for place in places:
            if place.owner is not torch.Tensor:
                swaps.setdefault(id(place.owner), _Swap(place.owner)).add(place)
        return list(swaps.values()), _Refuse(places)

    def _guarding(self, place: _Place) -> Callable[..., Any]:
        def guarded(*args: object, **kwargs: object) -> object:
            if self._on and _holds(place.rule, self._on):
                raise DeniedCallError(place.rule.message)
            return place.original(*args, **kwargs)

        return functools.wraps(place.original)(guarded)


def _holds(rule: wire.Denied, function: str) -> bool:
    return not rule.inside or function in rule.inside
