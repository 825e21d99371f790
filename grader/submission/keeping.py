"""Which statements of a notebook make the module: definitions, and whatever gives a value to what they use."""

import ast
from collections.abc import Collection, Iterator
from typing import Final

from grader.submission.cells import Statement

DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS: Final = (ast.Import, ast.ImportFrom)
KERNEL: Final = "get_ipython"


def is_idle(statement: Statement) -> bool:
    """Return True for what does nothing, or nothing without a kernel."""
    match statement.node:
        case ast.Global() | ast.Expr(value=ast.Constant()):
            return True
    return KERNEL in statement.reads and not hasattr(statement.node, "body")


def is_future(node: ast.stmt) -> bool:
    """Return True for `from __future__ import …`, which has to come first."""
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def definitions(statements: list[Statement], wanted: Collection[str]) -> list[Statement]:
    """Keep the definitions, and what gives a value to a global that they use, or that this uses in turn.

    Whatever gives a value to one of the names `wanted` is a definition too.
    """
    imported = {name for s in statements if isinstance(s.node, _IMPORTS) for name in s.binds}
    binding: dict[str, list[int]] = {}
    for at, statement in enumerate(statements):
        for name in statement.binds | (_touched(statement.node) - imported):
            binding.setdefault(name, []).append(at)
    kept = {*_roots(statements), *(at for at, s in enumerate(statements) if s.binds & frozenset(wanted))}
    waiting = list(kept)
    while waiting:
        for name in statements[waiting.pop()].reads:
            more = set(binding.pop(name, ())) - kept
            kept |= more
            waiting += more
    return [statements[at] for at in sorted(kept)]


def _touched(node: ast.stmt) -> set[str]:
    """Return the global whose method a statement calls: table.append(3) is part of what table holds."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return {name}
    return set()


def _roots(statements: list[Statement]) -> Iterator[int]:
    callables: set[str] = set()
    for at, statement in enumerate(statements):
        root = _is_root(statement.node, callables)
        if root or isinstance(statement.node, _IMPORTS):
            callables |= statement.binds
        if root:
            yield at


def _is_root(node: ast.stmt, callables: set[str]) -> bool:
    match node:
        case ast.Assign(value=ast.Name(id=name)):
            return name in callables  # attention = scaled_dot_product
        case ast.Assign(value=ast.Lambda()):
            return True
        case ast.If() | ast.Try() | ast.With() | ast.For():
            return any(isinstance(inner, DEFINITIONS) for inner in ast.walk(node))
        case ast.ImportFrom(names=names):
            return is_future(node) or names[0].name == "*"
    return isinstance(node, DEFINITIONS)
