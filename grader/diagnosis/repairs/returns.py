"""What is returned: in another order, more of it, less of it, or at all."""

import ast
from collections.abc import Iterator
from itertools import permutations

from grader.diagnosis.repairs.dialect import is_number
from grader.diagnosis.repairs.products import products
from grader.diagnosis.repairs.repair import Edit
from grader.diagnosis.repairs.scope import Change, Scope


def returns(scope: Scope) -> Iterator[Change]:
    """The values of a return exchanged, cut, or followed by one more; a return where there is none."""
    found = [node for node in scope.all(ast.Return) if node.value is not None]
    for node in found:
        assert node.value is not None
        if isinstance(node.value, ast.Tuple):
            yield from _otherwise(scope, node.value)
        else:
            for more in (*reversed(_arrays(scope)), *_mixed_by(scope, node.value)):
                if more != scope.text(node.value):
                    yield Change((scope.put(node.value, f"{scope.part(node.value, 1)}, {more}"),), adds=True)
    if not found and not isinstance(scope.function, ast.Lambda):
        yield from _returned_at_last(scope, scope.function.body[-1])


def returns_after_loops(scope: Scope) -> Iterator[Change]:
    """A return at the end of a loop's body put behind the loop."""
    for loop in scope.nodes:
        if isinstance(loop, (ast.For, ast.While)) and isinstance(loop.body[-1], ast.Return) and len(loop.body) > 1:
            start, outer = scope.module.span(loop.body[-1])[0], scope.module.span(loop)[0]
            data = scope.module.data
            line, outer_line = (max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1 for at in (start, outer))
            if not data[line:start].strip():
                yield Change((Edit(line, start, data[outer_line:outer]),))


def _otherwise(scope: Scope, value: ast.Tuple) -> Iterator[Change]:
    texts = [scope.part(element, 1) for element in value.elts]
    if len(texts) == 2:
        yield Change((scope.put(value, ", ".join(texts[::-1])), *_unpacked(scope)))
    for count in (2, 1):
        for order in permutations(texts[:4], count):
            if count < len(texts):
                yield Change((scope.put(value, ", ".join(order)),))


def _unpacked(scope: Scope) -> Iterator[Edit]:
    """Yield what follows where the pair of this function is taken apart by others."""
    for node in ast.walk(scope.module.tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=[one, two])], value=ast.Call(func=ast.Name(id=name))):
                if name == scope.name:
                    yield scope.put(one, scope.text(two))._replace(follows=True)
                    yield scope.put(two, scope.text(one))._replace(follows=True)


def _returned_at_last(scope: Scope, last: ast.stmt) -> Iterator[Change]:
    start, end = scope.module.span(last)
    indent = scope.module.data[:start].rpartition(b"\n")[2]
    texts = _arrays(scope)[::-1][:3]
    orders = [", ".join(order) for count in (2, 1) for order in permutations(texts, count)]
    if isinstance(last, ast.Expr):
        value = last.value
        printed = value.args if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else []
        shown = [", ".join(scope.part(argument, 1) for argument in printed)] if printed else [scope.text(value)]
        yield from (Change((Edit(start, end, f"return {text}".encode()),), adds=True) for text in [*shown, *orders])
    elif not indent.strip() and not isinstance(last, (ast.Pass, ast.Raise)):
        yield from (Change((Edit(end, end, b"\n" + indent + f"return {t}".encode()),), adds=True) for t in orders)


def _arrays(scope: Scope) -> list[str]:
    return [name for name in scope.stored if not is_number(scope, name)]


def _mixed_by(scope: Scope, value: ast.expr) -> Iterator[str]:
    yield from (scope.part(left, 1) for node, left, _ in products(scope) if node is value)
