"""Which size is taken: of another array, of another axis, or read from the array instead of written down."""

import ast
import re
from collections.abc import Iterator

from grader.diagnosis.repairs.dialect import is_size, root, rooted, says_width
from grader.diagnosis.repairs.products import is_transposed, products, stripped
from grader.diagnosis.repairs.scope import Change, Scope, number

_SHAPE = re.compile(r"\.(shape\[|size\()")


def widths(scope: Scope) -> list[str]:
    """Return expressions for the width of the keys: of a factor of the scores' product, or of a parameter."""
    factors = [(stripped(scope, left), stripped(scope, right)) for _, left, right in _of_scores(scope)]
    names = [factor.id for pair in factors for factor in pair if isinstance(factor, ast.Name)]
    return [f"{name}.shape[-1]" for name in dict.fromkeys([*names[:2], *scope.parameters[:2]])][:3]


def _of_scores(scope: Scope) -> list[tuple[ast.expr, ast.expr, ast.expr]]:
    """Return the products with a transpose in them, or all if there is none."""
    found = list(products(scope))
    return [each for each in found if is_transposed(scope, each[1]) or is_transposed(scope, each[2])] or found


def scale_sizes(scope: Scope) -> Iterator[Change]:
    """The width of the keys for another size under a root, or for a number that is divided by."""
    for node in scope.all(ast.expr):
        inner = rooted(node)
        if inner is not None and is_size(scope, inner) and not _names_width(scope, inner):
            yield from (Change((scope.put(inner, width),)) for width in _others(scope, inner))
    for other in scope.nodes:
        match other:
            case ast.Assign(targets=[ast.Name(id=name)], value=size) if says_width(name) and is_size(scope, size):
                if rooted(size) is None:
                    yield from (Change((scope.put(size, width),)) for width in _others(scope, size))
            case ast.BinOp(op=ast.Div(), right=size) | ast.AugAssign(op=ast.Div(), value=size):
                if rooted(size) is None and is_size(scope, size) and not _names_width(scope, size):
                    yield from (Change((scope.put(size, root(scope, width)),)) for width in widths(scope))


def shape_indices(scope: Scope) -> Iterator[Change]:
    """Another axis whose length is taken; two lengths exchanged that are unpacked together."""
    for node in scope.nodes:
        index = _index(node)
        if index is None or _well_named(scope, node):
            continue
        others = {0: ("-1",), 1: ("0",), -1: ("0",), -2: ("-1",)}.get(number(index) or 0, ())
        yield from (Change((scope.put(index, other),)) for other in others)
    for assign in scope.all(ast.Assign):
        match assign:
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Name() as one, ast.Name() as two])], value=value):
                if ".shape" in scope.text(value) or ".size" in scope.text(value):
                    yield Change((scope.put(one, two.id), scope.put(two, one.id)))


def lengths(scope: Scope) -> Iterator[Change]:
    """The length of another parameter, everywhere where one length is taken."""
    taken: dict[str, list[ast.Name]] = {}
    for node in scope.nodes:
        match node:
            case ast.Attribute(value=ast.Name() as name, attr="shape" | "size"):
                key = scope.text(parent) if _index(parent := scope.parent(node)) is not None else scope.text(node)  # type: ignore[arg-type]
                taken.setdefault(key, []).append(name)
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as name]):
                taken.setdefault(scope.text(node), []).append(name)
    for names in taken.values():
        for other in scope.parameters:
            if other != names[0].id:
                yield Change(tuple(scope.put(name, other) for name in names))


def _index(node: ast.AST | None) -> ast.expr | None:
    """Return the axis in x.shape[axis] or x.size(axis)."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=index) if number(index) is not None:
            return index
        case ast.Call(func=ast.Attribute(attr="size"), args=[index]) if number(index) is not None:
            return index
    return None


def _others(scope: Scope, inner: ast.expr) -> list[str]:
    return [width for width in widths(scope) if width != scope.text(inner)]


def _names_width(scope: Scope, node: ast.expr) -> bool:
    """Whether a size is a name that says it is the width: then the mistake is where the name gets its value."""
    return isinstance(node, ast.Name) and says_width(node.id) and node.id in scope.stored


def _well_named(scope: Scope, node: ast.AST) -> bool:
    """Whether the length is kept under a name that says no width: then the mistake is where the name is used."""
    parent = scope.parent(node)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        return not says_width(parent.targets[0].id)
    return False
