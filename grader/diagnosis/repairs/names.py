"""Another name where an array stands, or two names exchanged."""

import ast
from collections.abc import Iterator
from itertools import combinations

from grader.diagnosis.repairs.dialect import is_number, says_width
from grader.diagnosis.repairs.scope import Change, Scope

_Read = ast.Name | ast.Attribute


def other_names(scope: Scope) -> Iterator[Change]:
    """Another parameter, local or attribute for one that is read."""
    known = _known(scope)
    for node in _reads(scope):
        written = scope.text(node)
        for name, line in known.items():
            if name != written and line < node.lineno and _alike(name, written):
                yield Change((scope.put(node, name),))


def names_exchanged(scope: Scope) -> Iterator[Change]:
    """Two names exchanged in one statement, then in the whole function."""
    groups: dict[ast.AST | None, list[_Read]] = {None: []}
    for node in _reads(scope):
        groups[None].append(node)
        groups.setdefault(scope.statement(node), []).append(node)
    whole = groups.pop(None)
    for reads in (*groups.values(), whole):
        names = list(dict.fromkeys(scope.text(node) for node in reads))
        for one, two in combinations(names, 2):
            if _alike(one, two):
                other = {one: two, two: one}
                edits = (scope.put(node, other[text]) for node in reads if (text := scope.text(node)) in other)
                yield Change(tuple(edits))


def sizes_renamed(scope: Scope) -> Iterator[Change]:
    """Another size for a size: d_k for n."""
    sizes = [name for name in scope.stored if says_width(name)] + [p for p in scope.parameters if says_width(p)]
    for node in scope.all(ast.Name):
        if isinstance(node.ctx, ast.Load) and is_number(scope, node.id) and not says_width(node.id):
            yield from (Change((scope.put(node, name),)) for name in sizes if name != node.id)


def projections_in(scope: Scope) -> Iterator[Change]:
    """A projection for each argument of a call that is given one array several times, if the function has so many."""
    matrices = [name for name in scope.parameters if _sort(name) == (False, True)]
    for call in scope.all(ast.Call):
        names = [node for node in call.args if isinstance(node, ast.Name)]
        if len(names) == len(matrices) > 1 and len({node.id for node in names}) == 1:
            projected = zip(names, matrices, strict=True)
            yield Change(tuple(scope.put(node, f"{node.id} @ {matrix}") for node, matrix in projected), adds=True)


def _reads(scope: Scope) -> list[_Read]:
    """Return the places where an array is read by its name."""
    known = _known(scope)
    found: list[_Read] = []
    for node in scope.nodes:
        parent = scope.parent(node)
        if isinstance(parent, ast.Call) and parent.func is node and isinstance(node, ast.Name):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
            if not (isinstance(parent, ast.Attribute) and parent.attr in ("shape", "dtype", "device", "ndim", "size")):
                found.append(node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and scope.text(node) in known:
            found.append(node)
    return found


def _known(scope: Scope) -> dict[str, int]:
    """Return the names of arrays, as far as one can tell, with the line from which on they have a value."""
    names = dict.fromkeys(scope.parameters, 0)
    for name, node in scope.stored.items():
        loops = isinstance(scope.parent(node), (ast.For, ast.comprehension))
        if name not in names and not is_number(scope, name) and not loops:
            names[name] = node.lineno
    for own in scope.all(ast.Attribute):
        if isinstance(own.value, ast.Name) and own.value.id == "self" and isinstance(own.ctx, ast.Load):
            names.setdefault(scope.text(own), 0)
    return names


def _alike(one: str, two: str) -> bool:
    """Whether two names may stand for each other: matrices for matrices, attributes for attributes."""
    return _sort(one) == _sort(two)


def _sort(name: str) -> tuple[bool, bool]:
    own = name.removeprefix("self.")
    matrix = own[:2].lower() in ("w_", "wq", "wk", "wv") or (own[:1].lower() == "w" and len(own) <= 3)
    return name != own, matrix
