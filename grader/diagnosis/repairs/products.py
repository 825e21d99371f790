"""Products of matrices, however they are written, and transposes in and around them."""

import ast
from collections.abc import Iterator
from typing import Final

from grader.diagnosis.repairs.scope import Change, Scope, called

_PRODUCTS: Final = frozenset({"matmul", "mm", "bmm", "dot"})
_TRANSPOSES: Final = frozenset({"transpose", "swapaxes", "swapdims", "permute", "t", "moveaxis", "adjoint"})
_RESHAPES: Final = frozenset({"reshape", "view"})
_TRANSPOSED: Final = frozenset({"T", "mT", "H"})


def products(scope: Scope) -> Iterator[tuple[ast.expr, ast.expr, ast.expr]]:
    """Yield each product of two matrices with its factors."""
    for node in scope.nodes:
        match node:
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                yield node, left, right
            case ast.Call(func=ast.Attribute(value=left), args=[right]) if scope.is_method(node):
                if called(node) in _PRODUCTS:
                    yield node, left, right
            case ast.Call(args=[left, right]) if called(node) in _PRODUCTS and not scope.is_method(node):
                yield node, left, right


def stripped(scope: Scope, node: ast.expr) -> ast.expr:
    """Return a factor without the transpose, or the reshape in place of one, that is written around it."""
    match node:
        case ast.Attribute(value=inner, attr=attr) if attr in _TRANSPOSED:
            return inner
        case ast.Call() if called(node) in _TRANSPOSES | _RESHAPES:
            return scope.subject(node) or node
    return node


def is_transposed(scope: Scope, node: ast.expr) -> bool:
    """Whether a factor is written as a transpose or as a reshape."""
    return stripped(scope, node) is not node


def orders(scope: Scope) -> Iterator[Change]:
    """The same two factors, transposed otherwise or in the other order."""
    for node, left, right in products(scope):
        one, two = (stripped(scope, factor) for factor in (left, right))
        forms = [(_plain(scope, f), _turned(scope, f, w)) for f, w in ((one, left), (two, right))]
        for first, second in (forms, forms[::-1]):
            for a, b in ((0, 1), (0, 0), (1, 0)):
                yield Change((scope.put(node, _product(scope, node, first[a], second[b])),))


def transposes_out(scope: Scope) -> Iterator[Change]:
    """All transposes of a statement taken out."""
    found: dict[ast.AST, list[ast.expr]] = {}
    for node in scope.all(ast.expr):
        if is_transposed(scope, node):
            found.setdefault(scope.statement(node), []).append(node)
    for nodes in found.values():
        yield Change(tuple(scope.put(node, scope.text(stripped(scope, node))) for node in nodes))


def transposes_in(scope: Scope) -> Iterator[Change]:
    """The second factor of every product of a statement transposed."""
    found: dict[ast.AST, list[ast.expr]] = {}
    for node, _, right in products(scope):
        if not is_transposed(scope, right):
            found.setdefault(scope.statement(node), []).append(right)
    for nodes in found.values():
        if len(nodes) > 1:
            yield Change(tuple(scope.put(node, _turned(scope, node, node)) for node in nodes))


def _plain(scope: Scope, node: ast.expr) -> str:
    return scope.part(node, 5)


def _turned(scope: Scope, node: ast.expr, written: ast.expr) -> str:
    """Return a factor transposed, in the way it is written if it is."""
    if written is not node and called(written) not in _RESHAPES:
        return scope.text(written)
    return f"{scope.part(node)}.T"


def _product(scope: Scope, node: ast.expr, one: str, two: str) -> str:
    match node:
        case ast.BinOp():
            return f"{one} @ {two}"
        case ast.Call(func=ast.Attribute(attr=name)) if scope.is_method(node):
            return f"{one}.{name}({two})"
        case ast.Call(func=func):
            return f"{scope.text(func)}({one}, {two})"
    raise AssertionError(node)
