"""Which functions a function can call, as far as names tell: a repair outside of them cannot change its answers."""

import ast
from collections.abc import Iterable, Iterator

from grader.diagnosis.repairs.module import Module
from grader.diagnosis.repairs.scope import Scope


def scopes(module: Module) -> Iterator[Scope]:
    """Yield the functions, methods and named lambdas of a file; what stands inside a function belongs to it."""
    for statement in _top_level(module.tree.body):
        match statement:
            case ast.ClassDef(name=name, body=body):
                yield from (Scope(module, f"{name}.{f.name}", f) for f in body if isinstance(f, ast.FunctionDef))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield Scope(module, name, statement)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function):
                yield Scope(module, name, function)


def distances(modules: Iterable[Module], name: str) -> dict[str, int]:
    """Return every name of a file's top level that the function `name` may use, with how many calls lie between."""
    mentions: dict[str, set[str]] = {}
    for module in modules:
        for statement in _top_level(module.tree.body):
            inside = _mentioned(statement)
            for bound in _bound(statement):
                mentions.setdefault(bound, set()).update(inside)
    found = {name: 0}
    for reached in (waiting := [name]):
        for other in sorted(mentions.get(reached, set()) & mentions.keys() - found.keys()):
            found[other] = found[reached] + 1
            waiting.append(other)
    return found


def _top_level(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements outside of functions, those under if, try and with too."""
    for statement in body:
        yield statement
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from _top_level(_below(statement))


def _below(statement: ast.stmt) -> list[ast.stmt]:
    blocks = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    blocks += [handler.body for handler in getattr(statement, "handlers", [])]
    return [inner for block in blocks for inner in block]


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ImportFrom(names=names) | ast.Import(names=names):
            yield from (alias.asname or alias.name for alias in names)
        case ast.Assign() | ast.AnnAssign():
            nodes = ast.walk(statement)
            yield from (n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _mentioned(statement: ast.stmt) -> set[str]:
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(statement) if isinstance(node, ast.Attribute)}
    if isinstance(statement, ast.ImportFrom):
        names |= {alias.name for alias in statement.names}
    return names
