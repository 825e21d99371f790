"""Which statements of a notebook make the module: definitions, and whatever gives a value to what they use."""

import ast
from collections.abc import Collection, Iterator, Sequence, Set
from typing import Final

from grader.submission.cells import Statement

DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
KERNEL: Final = "get_ipython"
_IMPORTS: Final = (ast.Import, ast.ImportFrom)
#: What may fail, or take long, where the student's files, input and libraries are not there.
_RISKY: Final = (ast.Call, ast.Subscript, ast.Await, ast.While, ast.Assert, ast.Raise)
#: Libraries that are there wherever a submission runs.
_USUAL: Final = {
    "__future__", "abc", "cmath", "collections", "contextlib", "copy", "dataclasses", "decimal", "enum", "fractions",
    "functools", "inspect", "itertools", "json", "logging", "math", "numbers", "numpy", "operator", "os", "random",
    "re", "statistics", "string", "sys", "time", "timeit", "torch", "types", "typing", "warnings",
}  # fmt: skip
#: With these a function finds another one by a text.
_BY_TEXT: Final = {"globals", "vars", "locals", "eval", "exec", "__name__"}


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
    """Keep what gives a value to one of the names `wanted`, or to a global that this uses, or that those use in turn.

    Other definitions are kept too, but for those that need what may fail: a demo that draws with a library which is not
    there, or with what it read from a file, costs nothing. Where functions are found by a text all are kept.
    """
    imported = {name for s in statements if isinstance(s.node, _IMPORTS) for name in s.binds}
    reads = [s.reads for s in statements]
    gives = [s.binds | (_touched(s.node) - imported) for s in statements]
    asked = {at for at, given in enumerate(gives) if given & frozenset(wanted)}
    needed = _follow(asked, reads, gives)
    roots = set(_roots(statements))
    if not any(reads[at] & _BY_TEXT for at in needed):
        risky = {at for at, s in enumerate(statements) if at not in needed and not _is_harmless(s.node)}
        roots -= _follow(risky, gives, reads)
    return [statements[at] for at in sorted(_follow(asked | roots, reads, gives))]


def _follow(start: Set[int], names: Sequence[Set[str]], others: Sequence[Set[str]]) -> set[int]:
    """Return `start`, the statements whose `others` hold one of their `names`, and so on from those."""
    holding: dict[str, list[int]] = {}
    for at, held in enumerate(others):
        for name in held:
            holding.setdefault(name, []).append(at)
    found = set(start)
    waiting = list(found)
    while waiting:
        for name in names[waiting.pop()]:
            more = set(holding.pop(name, ())) - found
            found |= more
            waiting += more
    return found


def _touched(node: ast.stmt) -> set[str]:
    """Return the globals whose methods a statement calls: table.append(3) is part of what table holds."""
    called = [each.func if isinstance(each, ast.Call) else each for each in getattr(node, "decorator_list", ())]
    match node:
        case ast.Expr(value=ast.Call(func=function)):
            called = [function]
    return {f.value.id for f in called if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name)}


def _is_harmless(node: ast.stmt) -> bool:
    """Return whether a statement can be executed anywhere, and in no time."""
    return all(_is_there(each) and not isinstance(each, _RISKY) for each in _executed(node))


def _is_there(node: ast.AST) -> bool:
    """Return False for the import of a library that may be missing."""
    match node:
        case ast.Import(names=names):
            return all(alias.name.split(".")[0] in _USUAL for alias in names)
        case ast.ImportFrom(module=module, names=names):
            return names[0].name == "*" or (module or "").split(".")[0] in _USUAL
    return True


def _executed(node: ast.stmt) -> Iterator[ast.AST]:
    """Yield what is executed with a statement: nothing of the functions in it but their defaults.

    Nor decorators: they are libraries' or the student's own, and `@register("softmax")` is how a table may be filled.
    """
    nodes: list[ast.AST] = [node]
    for each in nodes:  # the loop reaches what is added
        yield each
        match each:
            case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args) | ast.Lambda(args=args):
                nodes += [default for default in (*args.defaults, *args.kw_defaults) if default]
            case ast.ClassDef(bases=bases, body=body):
                nodes += [*bases, *body]
            case _:
                nodes += ast.iter_child_nodes(each)


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
