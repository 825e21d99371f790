"""Library functions that a lab asks the student to write: calling one raises, with the lab's own sentence.

A rule of the lab and a clear message, not a wall: who goes round it has gone round a rule, and no point depends on it.
"""

import functools
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from grader import wire


class DeniedCallError(Exception):
    """The submission called what the lab asks it to write."""


def _guarded(original: Callable[..., Any], rule: wire.Denied, scope: SimpleNamespace) -> Callable[..., Any]:
    @functools.wraps(original)
    def guarded(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # stands in for any library function
        if rule.inside and scope.function not in rule.inside:
            return original(*args, **kwargs)
        raise DeniedCallError(rule.message)

    return guarded


def deny(rules: tuple[wire.Denied, ...]) -> SimpleNamespace:
    """Replace each function that `rules` name, and return the scope whose `function` says what is being called.

    A dotted name whose library is not imported, or has no such function, is passed over.
    """
    scope = SimpleNamespace(function="")
    for rule in rules:
        for name in rule.names:
            root, *path, last = name.split(".")
            owner = functools.reduce(lambda at, part: getattr(at, part, None), path, sys.modules.get(root))
            original = getattr(owner, last, None)
            if callable(original):
                setattr(owner, last, _guarded(original, rule, scope))
    return scope
